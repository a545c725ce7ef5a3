import { describe, expect, it } from 'vitest'
import { type BmpParts, bmp } from '../../../../../../tests/kit/old-images.ts'
import { decode } from './bmp.ts'

const pixels = (parts: BmpParts) => decode(bmp(parts))?.data.toString('hex')
const palette = '0000ff0000ff0000ff000000'
const one = { width: 1, height: 1 }

describe('a BMP', () => {
  it('of 1, 4 or 8 bits takes its colours from the palette', () => {
    const two = '0000ff0000ff0000'
    expect(pixels({ width: 3, height: 1, depth: 1, palette: two, rows: '40000000' })).toBe(
      'ff000000ff00ff0000',
    )
    expect(pixels({ width: 3, height: 1, depth: 4, palette, rows: '01200000' })).toBe('ff000000ff000000ff')
    expect(pixels({ width: 3, height: 1, depth: 8, palette, rows: '02010000' })).toBe('0000ff00ff00ff0000')
    expect(pixels({ width: 1, height: 1, depth: 8, palette, rows: '03000000' })).toBeUndefined()
  })

  it('begins with its last row, or with its first if the height is negative', () => {
    const rows = '0102030011121300'
    expect(pixels({ width: 1, height: 2, depth: 24, rows })).toBe('131211030201')
    expect(pixels({ width: 1, height: -2, depth: 24, rows })).toBe('030201131211')
  })

  it('of 16 or 32 bits has the usual places of the colours', () => {
    expect(pixels({ ...one, depth: 16, rows: '007c0000' })).toBe('ff0000')
    expect(pixels({ ...one, depth: 16, rows: '10000000' })).toBe('000084')
    expect(pixels({ ...one, depth: 32, rows: '01020300' })).toBe('030201')
  })

  it.each([40, 108, 124])('has the places that it says, in a header of %i bytes', (headerSize) => {
    const fields = { ...one, headerSize, compression: 3 }
    const masks = [0xf800, 0x7e0, 0x1f]
    expect(pixels({ ...fields, depth: 16, masks, rows: 'e0070000' })).toBe('00ff00')
    const wide = [0xff, 0xff00, 0xff0000]
    expect(pixels({ ...fields, depth: 32, masks: wide, rows: '01020304' })).toBe('010203')
  })

  it('has transparency where it says so', () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000]
    const parts = { ...one, depth: 32, masks, rows: '01020380' }
    expect(pixels({ ...parts, headerSize: 124, compression: 3 })).toBe('03020180')
    expect(pixels({ ...parts, compression: 6 })).toBe('03020180')
  })

  it('is refused with runs, odd masks, depths and headers', () => {
    expect(pixels({ ...one, depth: 8, palette, compression: 1, rows: '01000001' })).toBeUndefined()
    const masks = [0xf0f0, 0xf00, 0xf]
    expect(pixels({ ...one, depth: 16, compression: 3, masks, rows: '00000000' })).toBeUndefined()
    expect(pixels({ ...one, depth: 2, palette, rows: '00000000' })).toBeUndefined()
    expect(pixels({ ...one, depth: 24, headerSize: 41, rows: '00000000' })).toBeUndefined()
  })
})
