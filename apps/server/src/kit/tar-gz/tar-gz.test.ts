import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { type ArchiveEntry, tarGz } from './tar-gz.ts'

const modified = new Date(Date.UTC(2026, 4, 1, 12, 30, 15))

const entryOf = (path: string, bytes: Buffer, more: Partial<ArchiveEntry> = {}): ArchiveEntry => ({
  path,
  size: bytes.length,
  modified,
  open: async () => Readable.from([bytes]),
  ...more,
})

const unpack = async (
  archive: Buffer,
): Promise<{ name: string; bytes: Buffer; modified?: Date; type?: unknown }[]> => {
  const reader = extract()
  reader.end(gunzipSync(archive))
  const entries = []
  for await (const entry of reader)
    entries.push({
      name: entry.header.name,
      bytes: await buffer(entry),
      modified: entry.header.mtime,
      type: entry.header.type,
    })
  return entries
}

const source = (size: number) => {
  const state = { given: 0, destroyed: false }
  const stream = new Readable({
    read(length) {
      const bytes = Math.min(length, size - state.given)
      state.given += bytes
      this.push(bytes === 0 ? null : randomBytes(bytes))
    },
    destroy(error, done) {
      state.destroyed = true
      done(error)
    },
  })
  return { state, stream }
}

describe('a packed archive', () => {
  it('holds every file with its bytes, its name and its time', async () => {
    const big = randomBytes(300_000)
    const packed = await buffer(
      tarGz.pack([
        entryOf('one/a.pdf', Buffer.from('a')),
        entryOf('two/b.pdf', big),
        entryOf('empty', Buffer.alloc(0)),
      ]),
    )
    expect(await unpack(packed)).toEqual([
      { name: 'one/a.pdf', bytes: Buffer.from('a'), modified, type: 'file' },
      { name: 'two/b.pdf', bytes: big, modified, type: 'file' },
      { name: 'empty', bytes: Buffer.alloc(0), modified, type: 'file' },
    ])
  })

  it('is an empty archive when there is nothing', async () => {
    expect(await unpack(await buffer(tarGz.pack([])))).toEqual([])
  })

  it('leaves out what has gone', async () => {
    const gone = entryOf('gone', Buffer.from('x'), { open: async () => null })
    const packed = await buffer(tarGz.pack([gone, entryOf('here', Buffer.from('y'))]))
    expect((await unpack(packed)).map(({ name }) => name)).toEqual(['here'])
  })

  it.each([
    ['../../etc/passwd', 'etc/passwd'],
    ['/absolute', 'absolute'],
    ['C:\\Windows\\x', 'C_/Windows/x'],
    ['a/./b/../c', 'a/b/c'],
    ['line\nbreak/\u0000', 'line_break/_'],
    ['..', 'file'],
    ['Zoë/第一.pdf', 'Zoë/第一.pdf'],
    [`${'long'.repeat(40)}/${'name'.repeat(40)}.pdf`, `${'long'.repeat(40)}/${'name'.repeat(40)}.pdf`],
  ])('takes %j for %j', async (path, name) => {
    const packed = await buffer(tarGz.pack([entryOf(path, Buffer.from('x'))]))
    expect((await unpack(packed)).map((entry) => entry.name)).toEqual([name])
  })
})

describe('packing', () => {
  it('reads no further than somebody takes', async () => {
    const { state, stream } = source(64 * 1024 * 1024)
    const packed = tarGz.pack([
      entryOf('big', Buffer.alloc(0), { size: 64 * 1024 * 1024, open: async () => stream }),
    ])
    packed.read(1)
    await expect.poll(() => state.given).toBeGreaterThan(0)
    // Begun later and read to its end: by then the first would be, too, without backpressure.
    const other = source(8 * 1024 * 1024)
    const entry = entryOf('other', Buffer.alloc(0), { size: 8 * 1024 * 1024, open: async () => other.stream })
    await buffer(tarGz.pack([entry]))
    expect(other.state.given).toBe(8 * 1024 * 1024)
    expect(state.given).toBeLessThan(4 * 1024 * 1024)
    packed.destroy()
    await expect.poll(() => state.destroyed).toBe(true)
  })

  it('opens nothing more once its reader has left', async () => {
    const { state, stream } = source(1024 * 1024)
    let opened = 0
    const next = entryOf('next', Buffer.from('x'), {
      open: async () => {
        opened++
        return Readable.from(['x'])
      },
    })
    const packed = tarGz.pack([
      entryOf('big', Buffer.alloc(0), { size: 1024 * 1024, open: async () => stream }),
      next,
    ])
    await once(packed, 'readable')
    packed.destroy()
    await expect.poll(() => state.destroyed).toBe(true)
    await buffer(tarGz.pack([entryOf('other', Buffer.from('x'))]))
    expect(opened).toBe(0)
  })

  it('closes what was still being opened when its reader left', async () => {
    const { state, stream } = source(1024)
    let open: ((stream: Readable) => void) | undefined
    const opening = new Promise<Readable>((resolve) => {
      open = resolve
    })
    const packed = tarGz.pack([entryOf('slow', Buffer.alloc(0), { size: 1024, open: () => opening })])
    packed.destroy()
    await once(packed, 'close')
    open?.(stream)
    await expect.poll(() => state.destroyed).toBe(true)
  })

  it.each([
    ['cannot be opened', { open: () => Promise.reject(new Error('away')) }, 'away'],
    [
      'breaks off',
      {
        open: async () =>
          new Readable({
            read() {
              this.destroy(new Error('cut'))
            },
          }),
      },
      'cut',
    ],
    ['is shorter than it said', { size: 5 }, 'Size mismatch'],
    ['is longer than it said', { size: 1 }, 'Size mismatch'],
  ])('fails for its reader when a file %s', async (_fault, more, message) => {
    const packed = tarGz.pack([
      entryOf('first', Buffer.from('abc')),
      entryOf('faulty', Buffer.from('abc'), more),
    ])
    await expect(buffer(packed)).rejects.toThrow(message)
  })
})
