import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../../../../tests/kit/fake-s3.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { BlobStore } from '../../ports/blob.ts'
import { type OpenBlobStore, openBlobStore } from './open.ts'

const chunked = (bytes: Buffer, size = 100_000): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )
const text = (content: string): Readable => Readable.from([Buffer.from(content)])
const failing = (bytes: number): Readable =>
  Readable.from(
    (async function* () {
      for (let sent = 0; sent < bytes; sent += 100_000) yield Buffer.alloc(100_000)
      throw new Error('the sender went away')
    })(),
  )

function behavesAsBlobStore(open: () => BlobStore): void {
  const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer | null> => {
    const stream = await open().get(key, range)
    return stream === null ? null : await buffer(stream)
  }
  const readText = async (key: string): Promise<string | undefined> => (await read(key))?.toString()
  const keys = async (prefix: string): Promise<string[]> => {
    const found: string[] = []
    for await (const { key } of open().list(prefix)) found.push(key)
    return found
  }

  it('stores and gives back, with size and time', async () => {
    const before = Date.now()
    await open().put('uploads/ab/cd/file', text('content'), 7)
    expect(await readText('uploads/ab/cd/file')).toBe('content')
    const info = await open().stat('uploads/ab/cd/file')
    expect(info?.size).toBe(7)
    expect(Math.abs((info?.modified.getTime() ?? 0) - before)).toBeLessThan(60_000)
  })

  it('stores nothing at all, and strings as their bytes', async () => {
    await open().put('empty', Readable.from([]), 0)
    expect(await read('empty')).toEqual(Buffer.alloc(0))
    expect(await open().stat('empty')).toMatchObject({ size: 0 })
    await open().put('text', Readable.from(['né ', '🏁']), 8)
    expect(await readText('text')).toBe('né 🏁')
  })

  it.each([{ size: true }, { size: false }])(
    'streams what is larger than a part: size known $size',
    async ({ size }) => {
      const bytes = randomBytes(21_000_000)
      await open().put('large', chunked(bytes), size ? bytes.length : undefined)
      const stream = await open().get('large')
      const hash = createHash('sha256')
      for await (const chunk of stream ?? []) hash.update(chunk)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(await open().stat('large')).toMatchObject({ size: bytes.length })
    },
  )

  it('replaces what was there, and a reader of the old keeps it', async () => {
    await open().put('replaced', text('old'))
    const old = await open().get('replaced')
    await open().put('replaced', text('newer'))
    expect((await buffer(old ?? Readable.from([]))).toString()).toBe('old')
    expect(await readText('replaced')).toBe('newer')
  })

  it('gives ranges as HTTP counts them', async () => {
    await open().put('range', text('0123456789'))
    const part = async (start: number, end: number): Promise<string | undefined> =>
      (await read('range', { start, end }))?.toString()
    expect(await part(0, 0)).toBe('0')
    expect(await part(3, 5)).toBe('345')
    expect(await part(8, 1000)).toBe('89')
    expect(await part(0, 9)).toBe('0123456789')
    for (const [start, end] of [
      [10, 10],
      [50, 60],
      [5, 4],
      [-1, 3],
      [0.5, 2],
    ] as const) {
      await expect(part(start, end)).rejects.toThrow(RangeError)
    }
    await open().put('range-empty', Readable.from([]))
    await expect(read('range-empty', { start: 0, end: 0 })).rejects.toThrow(RangeError)
  })

  it('knows nothing of what is not there', async () => {
    expect(await open().get('never')).toBeNull()
    expect(await open().get('never', { start: 0, end: 1 })).toBeNull()
    expect(await open().stat('never/at/all')).toBeNull()
    await expect(open().delete('never/at/all')).resolves.toBeUndefined()
    expect(await keys('never/')).toEqual([])
  })

  it('does not take a folder of keys, or what is below a blob, for a blob', async () => {
    await open().put('folder/inside/blob', text('x'))
    expect(await open().get('folder/inside')).toBeNull()
    expect(await open().stat('folder')).toBeNull()
    await open().delete('folder')
    expect(await open().get('folder/inside/blob/below')).toBeNull()
    expect(await open().stat('folder/inside/blob/below')).toBeNull()
    await open().delete('folder/inside/blob/below')
    expect(await readText('folder/inside/blob')).toBe('x')
  })

  it('deletes', async () => {
    await open().put('deleted/one', text('x'))
    await open().delete('deleted/one')
    expect(await open().get('deleted/one')).toBeNull()
    await open().delete('deleted/one')
  })

  it('lists by prefix, in the order of keys', async () => {
    const all = ['list/a', 'list/a.b', 'list/a/b', 'list/b/1', 'list/b/2/x', 'list/b10', 'listless']
    const stored = all.filter((key) => key !== 'list/a')
    for (const key of stored.toReversed()) await open().put(key, text(key))
    expect(await keys('list')).toEqual(stored.toSorted())
    expect(await keys('list/')).toEqual(['list/a.b', 'list/a/b', 'list/b/1', 'list/b/2/x', 'list/b10'])
    expect(await keys('list/b')).toEqual(['list/b/1', 'list/b/2/x', 'list/b10'])
    expect(await keys('list/b/')).toEqual(['list/b/1', 'list/b/2/x'])
    expect(await keys('list/b/2/x')).toEqual(['list/b/2/x'])
    expect(await keys('list/a.b/')).toEqual([])
    expect((await keys('')).filter((key) => key.startsWith('list'))).toEqual(stored.toSorted())
    for await (const blob of open().list('list/a.b')) {
      expect(blob).toEqual({ key: 'list/a.b', size: 8, modified: expect.any(Date) })
    }
  })

  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    './a',
    'a/./b',
    '..',
    '../a',
    'a/../b',
    'a..b',
    'a b',
    'a\\b',
    'a\0',
    'é',
    '~a',
    'a%2e',
    'a\n',
  ])('refuses the key %j, and ends the source', async (key) => {
    const source = text('x')
    await expect(open().put(key, source)).rejects.toThrow('blob key')
    expect(source.destroyed).toBe(true)
    await expect(open().get(key)).rejects.toThrow('blob key')
    await expect(open().stat(key)).rejects.toThrow('blob key')
    await expect(open().delete(key)).rejects.toThrow('blob key')
  })

  it('refuses keys and parts that are too long, and takes the longest', async () => {
    const longest = `${'a'.repeat(255)}/${'b'.repeat(255)}`
    await open().put(longest, text('x'))
    expect(await readText(longest)).toBe('x')
    await expect(open().stat('a'.repeat(256))).rejects.toThrow('too long')
    await expect(open().stat(`${longest}/c/d`)).rejects.toThrow('too long')
  })

  it.each(['/a', '../', 'a//b', 'a/../b', 'é', 'a\0'])('refuses the prefix %j', async (prefix) => {
    await expect(keys(prefix)).rejects.toThrow('blob')
  })

  it.each([0, 1_000_000, 9_000_000, 18_000_000])(
    'stores nothing of a source that fails after %i bytes',
    async (bytes) => {
      await open().put('kept', text('old'))
      for (const key of ['kept', 'failed']) {
        await expect(open().put(key, failing(bytes))).rejects.toThrow('the sender went away')
      }
      expect(await readText('kept')).toBe('old')
      expect(await open().get('failed')).toBeNull()
    },
  )

  it('stores nothing of a source that is cut off', async () => {
    const source = new PassThrough()
    source.write('half')
    const storing = open().put('cut', source)
    setTimeout(() => source.destroy(), 20)
    await expect(storing).rejects.toThrow('Premature close')
    const gone = new PassThrough()
    gone.destroy(new Error('gone before'))
    await expect(open().put('cut', gone)).rejects.toThrow('gone before')
    expect(await open().get('cut')).toBeNull()
  })

  it('stores nothing when the size is not what was said', async () => {
    await expect(open().put('size', text('1234'), 5)).rejects.toThrow('ended after 4')
    await expect(open().put('size', text('123456'), 5)).rejects.toThrow('has more')
    await expect(open().put('size', chunked(Buffer.alloc(10_000_000)), 9_999_999)).rejects.toThrow('has more')
    await expect(open().put('size', Readable.from([{ no: 'bytes' }]))).rejects.toThrow('made of bytes')
    expect(await open().stat('size')).toBeNull()
  })

  it('stores one whole of several at once under one key', async () => {
    const contents = Array.from({ length: 8 }, (_, n) => Buffer.alloc(300_000, n))
    await Promise.all(contents.map((bytes) => open().put('contended', chunked(bytes, 10_000))))
    const found = await read('contended')
    expect(contents.some((bytes) => found?.equals(bytes))).toBe(true)
  })

  it('lets a reader leave early', async () => {
    await open().put('left', chunked(Buffer.alloc(5_000_000)))
    const stream = await open().get('left')
    for await (const chunk of stream ?? []) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await vi.waitFor(() => expect(stream?.destroyed).toBe(true), patient)
    await open().delete('left')
  })

  it('checks itself and leaves no trace', async () => {
    await open().check()
    await Promise.all([open().check(), open().check()])
    expect(await keys('probe')).toEqual([])
  })
}

describe('the store on disk', () => {
  let root: string
  let store: OpenBlobStore
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'pennant-blob-'))
    store = await openBlobStore({ kind: 'disk', path: path.join(root, 'made', 'below') })
  })
  afterAll(async () => {
    await store.close()
    await rm(root, { recursive: true })
  })
  behavesAsBlobStore(() => store)
})

describe('the store in a bucket', () => {
  let server: FakeS3
  let store: OpenBlobStore
  beforeAll(async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValue()
    server = await startFakeS3({ pageSize: 2 })
    store = await openBlobStore({
      kind: 's3',
      bucket: 'blobs',
      region: server.account.region,
      endpoint: server.endpoint,
      forcePathStyle: true,
      credentials: { ...server.account, sessionToken: null },
    })
  })
  afterAll(async () => {
    await store.close()
    await server.stop()
  })
  behavesAsBlobStore(() => store)

  it('has left no part of an upload behind in all that', () => {
    expect(server.uploads.size).toBe(0)
    expect(server.requests.some((request) => request.includes('uploadId'))).toBe(true)
  })
})
