import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../../tests/kit/breadth.ts'
import { readZip } from '../../../../../tests/kit/zip.ts'
import { packZip, type ZipContent } from './writer.ts'

const at = new Date('2026-11-21T10:15:30Z')
const pack = (contents: readonly ZipContent[]): Readable => packZip(contents, at)
const file = (path: string, bytes: Buffer): ZipContent => ({
  path,
  size: bytes.length,
  open: async () => Readable.from([bytes]),
})

describe('an archive that is written', () => {
  it('holds texts, files and folders', async () => {
    const noise = randomBytes(300_000)
    const archive = await buffer(
      pack([
        { path: 'a.json', text: () => '{"ü": 1}' },
        { path: 'empty/' },
        file('files/noise', noise),
        file('files/nothing', Buffer.alloc(0)),
      ]),
    )
    const files = readZip(archive)
    expect(files.get('a.json')?.toString()).toBe('{"ü": 1}')
    expect(files.get('files/noise')?.equals(noise)).toBe(true)
    expect(files.get('files/nothing')).toHaveLength(0)
    expect(archive.includes('empty/')).toBe(true)
  })

  it('opens one file after the other, and none before its turn', async () => {
    let [open, most, opened] = [0, 0, 0]
    const files = Array.from({ length: 5 }, (_, index): ZipContent => {
      const bytes = randomBytes(200_000)
      return {
        path: `${index}`,
        size: bytes.length,
        async open() {
          opened++
          most = Math.max(most, ++open)
          return Readable.from([bytes]).on('end', () => open--)
        },
      }
    })
    const packed = pack(files)
    await new Promise((resolve) => packed.once('readable', resolve))
    expect(opened).toBe(1)
    expect(readZip(await buffer(packed)).size).toBe(5)
    expect([opened, most]).toEqual([5, 1])
  })

  it('breaks off where a file is gone, fails, or is not as long as it was', async () => {
    const failing: Readonly<Record<string, () => Promise<Readable>>> = {
      gone: () => Promise.reject(new Error('gone')),
      failing: async () =>
        new Readable({
          read() {
            this.destroy(new Error('failing'))
          },
        }),
      'unexpected number of bytes': async () => Readable.from([Buffer.alloc(3)]),
    }
    for (const [message, open] of Object.entries(failing)) {
      const packed = pack([
        { path: 'first', text: () => 'first' },
        { path: 'file', size: 10, open },
      ])
      await expect(buffer(packed)).rejects.toThrow(message)
    }
  })

  it('lets go of the file when the reader leaves', async () => {
    const source = new Readable({
      read() {
        this.push(randomBytes(65_536))
      },
    })
    const packed = pack([{ path: 'endless', size: 1_000_000_000, open: async () => source }])
    await new Promise((resolve) => packed.once('data', resolve))
    packed.destroy()
    await expect.poll(() => source.destroyed).toBe(true)
  })

  it('reads no further ahead than it has to', async () => {
    let produced = 0
    const size = byBreadth(20_000_000, 200_000_000)
    const noise = randomBytes(65_536)
    const source = Readable.from(
      (function* () {
        for (; produced < size; produced += noise.length) yield noise.subarray(0, size - produced)
        produced = size
      })(),
      { objectMode: false },
    )
    const packed = pack([{ path: 'large', size, open: async () => source }])
    let [read, ahead] = [0, 0]
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      read += chunk.length
      ahead = Math.max(ahead, produced - read)
    }
    expect(read).toBeGreaterThan(size)
    expect(ahead).toBeLessThan(2_000_000)
  })
})
