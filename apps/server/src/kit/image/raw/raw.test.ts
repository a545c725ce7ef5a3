import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../../../tests/kit/breadth.ts'
import { bmp, oldImages, pnm, qoi, tga } from '../../../../../../tests/kit/old-images.ts'
import { decode as decodeBmp } from './bmp.ts'
import { decode as decodePnm } from './pnm.ts'
import { decode as decodeQoi } from './qoi.ts'
import { decode as decodeTga } from './tga.ts'

const decoders = { bmp: decodeBmp, pnm: decodePnm, qoi: decodeQoi, tga: decodeTga }
const all = Object.values(decoders)
const decode = (bytes: Buffer) => all.map((one) => one(bytes)).find((found) => found !== null) ?? null
const trailing: Record<string, number> = { 'ppm in words': 3, 'tga in runs, with a footer': 26 }

describe('an old image', () => {
  it.each(Object.entries(oldImages))('is red beside blue: %s', (_, bytes) => {
    const { channels = 3, data } = decode(bytes) ?? {}
    expect(data?.toString('hex')).toBe(channels === 4 ? 'ff0000ff0000ffff' : 'ff00000000ff')
  })

  it.each(Object.entries(oldImages))('is refused wherever it is cut: %s', (name, bytes) => {
    const enough = bytes.length - (trailing[name] ?? 0)
    const lengths = Array.from({ length: bytes.length }, (_none, length) => length)
    const taken = lengths.filter((length) => decode(bytes.subarray(0, length)) !== null)
    expect(taken.filter((length) => length < enough)).toEqual([])
  })

  it('is refused when it says to be very large, whatever it has', () => {
    for (const side of [2001, 60_000]) {
      const size = { width: side, height: side }
      expect(decodeBmp(bmp({ ...size, depth: 1, palette: '0000000000000000', rows: '00' }))).toBeNull()
      expect(decodePnm(pnm(`P5 ${side} ${side} 255\n`, '00'.repeat(9)))).toBeNull()
      expect(decodeQoi(qoi(side, side, 3, 'fd'.repeat(70_000)))).toBeNull()
      expect(decodeTga(tga({ ...size, kind: 11, bits: 8, pixels: 'ff00'.repeat(32_000) }))).toBeNull()
    }
    expect(decodeBmp(bmp({ width: 2 ** 31 - 1, height: -(2 ** 31), depth: 24, rows: '00' }))).toBeNull()
    expect(decodeQoi(qoi(2 ** 32 - 1, 2 ** 32 - 1, 4, 'fd'))).toBeNull()
    expect(decodePnm(pnm(`P3 ${'9'.repeat(400)} 1 255 0 0 0`))).toBeNull()
  })

  it('may have four million pixels, but not one row more', () => {
    const runs = (rows: number) =>
      qoi(2000, rows, 3, `${'fd'.repeat((2000 * rows) / 62)}${'c0'.repeat((2000 * rows) % 62)}`)
    expect(decodeQoi(runs(2000))?.data).toHaveLength(12_000_000)
    expect(decodeQoi(runs(2001))).toBeNull()
  })

  it('never brings a decoder to throw, nor to make less than it says', () => {
    const samples = Object.values(oldImages)
    const changed = fc
      .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 6 }))
      .map(([bytes, changes]) => {
        const copy = Buffer.from(bytes)
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value
        return copy
      })
    const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(changed, random), (bytes) => {
        for (const one of all) {
          const found = one(bytes)
          if (found !== null) expect(found.data).toHaveLength(found.width * found.height * found.channels)
        }
      }),
      { numRuns: byBreadth(100, 1000, 10000) },
    )
  })
})
