import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeS3, type S3Fault, startFakeS3 } from '../../../../../tests/kit/fake-s3.ts'
import { type OpenBlobStore, openBlobStore } from './open.ts'
import { openS3Store } from './s3.ts'
import type { S3Config } from './storage.ts'

const text = (content: string): Readable => Readable.from([Buffer.from(content)])
const large = (): Readable => Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1_000_000)))

let server: FakeS3
const opened: OpenBlobStore[] = []

async function open(changes: Partial<S3Config> = {}): Promise<OpenBlobStore> {
  const { accessKey, secretKey, region } = server.account
  const store = await openBlobStore({
    kind: 's3',
    bucket: 'blobs',
    region,
    endpoint: server.endpoint,
    forcePathStyle: true,
    credentials: { accessKey, secretKey, sessionToken: null },
    ...changes,
  })
  opened.push(store)
  return store
}
const objects = (): string[] => [...(server.buckets.get('blobs')?.keys() ?? [])]

beforeEach(async () => {
  vi.spyOn(process, 'emitWarning').mockReturnValue()
  server = await startFakeS3()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
  await server.stop()
})

describe('the store in a bucket', () => {
  it('asks for nothing before it is used', async () => {
    const store = await open({ endpoint: 'http://127.0.0.1:9' })
    await store.close()
    expect(server.requests).toEqual([])
  })

  it('creates the bucket when it is missing, once, also when several processes start', async () => {
    const [a, b] = [await open(), await open()]
    await Promise.all([a.put('a', text('x')), a.put('b', text('x')), b.put('c', text('x'))])
    expect(objects().toSorted()).toEqual(['a', 'b', 'c'])
    const asked = server.requests.filter((request) => request.startsWith('HEAD'))
    expect(asked).toHaveLength(2)
  })

  it('creates no bucket of someone else', async () => {
    const { accessKey, secretKey, region } = server.account
    const credentials = { accessKey, secretKey, sessionToken: null }
    const { endpoint } = server
    const config = { kind: 's3' as const, bucket: 'theirs', region, endpoint, forcePathStyle: true }
    const store = openS3Store({ ...config, credentials }, { mayCreate: false })
    opened.push(store)
    await expect(store.stat('a')).rejects.toThrow('there is no bucket "theirs"')
    expect([...server.buckets.keys()]).toEqual([])
  })

  it('uses a bucket it may not look at', async () => {
    server.buckets.set('blobs', new Map())
    server.fault = ({ key }) => (key === '' ? { status: 403, code: 'AccessDenied' } : null)
    const store = await open()
    await store.put('a', text('x'))
    expect(objects()).toEqual(['a'])
  })

  it('signs with a session token', async () => {
    const strict = await startFakeS3({ sessionToken: 'temporary' })
    const { accessKey, secretKey } = strict.account
    const right = await open({
      endpoint: strict.endpoint,
      credentials: { accessKey, secretKey, sessionToken: 'temporary' },
    })
    await right.check()
    const wrong = await open({
      endpoint: strict.endpoint,
      credentials: { accessKey, secretKey, sessionToken: 'other' },
    })
    await expect(wrong.check()).rejects.toThrow('the storage answered 400')
    await strict.stop()
  })

  it('says what is wrong with the keys, and repeats none', async () => {
    server.buckets.set('blobs', new Map())
    const store = await open({
      credentials: { accessKey: 'fake', secretKey: 'hunter2', sessionToken: null },
    })
    const outcome = await store.put('a', text('x')).catch((error: unknown) => error)
    expect(String(outcome)).toContain('403 SignatureDoesNotMatch')
    expect(JSON.stringify(outcome, Object.getOwnPropertyNames(outcome))).not.toContain('hunter2')
    expect(objects()).toEqual([])
  })

  it('says when nobody answers, and is fine when somebody does later', async () => {
    const { port } = server
    await server.stop()
    const store = await open({ endpoint: `http://127.0.0.1:${port}` })
    await expect(store.check()).rejects.toThrow('ECONNREFUSED')
    server = await startFakeS3()
    const later = await open()
    await later.check()
  })

  it('tries connecting again after a failed first time', async () => {
    const store = await open()
    server.fault = () => ({ status: 403, code: 'AccessDenied' })
    await expect(store.put('a', text('x'))).rejects.toThrow('403 AccessDenied')
    server.fault = ({ key }) => (key === '' ? { status: 400, code: 'Broken' } : null)
    const other = await open()
    await expect(other.stat('a')).rejects.toThrow('400')
    server.fault = () => null
    expect(await other.stat('a')).toBeNull()
  })

  it.each<{ name: string; fault: S3Fault }>([
    { name: 'an error', fault: { status: 503, code: 'SlowDown' } },
    { name: 'a broken connection', fault: 'drop' },
  ])('gets over $name now and then', async ({ fault }) => {
    const store = await open()
    let calls = 0
    server.fault = () => (++calls % 3 === 0 ? fault : null)
    await store.put('small', text('content'))
    await store.put('large', large(), 20_000_000)
    expect(await store.stat('large')).toMatchObject({ size: 20_000_000 })
    expect(await buffer((await store.get('small')) ?? text('')).then(String)).toBe('content')
    expect(server.uploads.size).toBe(0)
  })

  it.each([
    ['a part is refused', (query: URLSearchParams) => query.get('partNumber') === '2'],
    [
      'the parts cannot be put together',
      (query: URLSearchParams) => query.has('uploadId') && !query.has('partNumber'),
    ],
  ])('leaves neither blob nor parts when %s', async (_, goesWrong) => {
    const store = await open()
    server.fault = ({ method, query }) =>
      method !== 'DELETE' && goesWrong(query) ? { status: 400, code: 'InvalidPart' } : null
    const source = large()
    await expect(store.put('large', source)).rejects.toThrow('400 InvalidPart')
    expect(source.destroyed).toBe(true)
    expect(objects()).toEqual([])
    expect(server.uploads.size).toBe(0)
    expect(server.requests.at(-1)).toMatch(/^DELETE .*uploadId=/)
  })

  it('leaves neither blob nor parts when the sender goes away between parts', async () => {
    const store = await open()
    const source = new PassThrough({ highWaterMark: 20_000_000 })
    const storing = store.put('large', source)
    source.write(Buffer.alloc(9_000_000))
    await vi.waitFor(() => expect([...server.uploads.values()][0]?.parts.size).toBe(1), 20_000)
    source.destroy()
    await expect(storing).rejects.toThrow('Premature close')
    expect(objects()).toEqual([])
    expect(server.uploads.size).toBe(0)
  })

  it('never passes half a blob for a whole one', async () => {
    const store = await open()
    await store.put('blob', Readable.from([Buffer.alloc(3_000_000)]))
    server.fault = ({ method, key }) => (method === 'GET' && key === 'blob' ? 'cut' : null)
    const stream = await store.get('blob')
    await expect(buffer(stream ?? text(''))).rejects.toThrow('aborted')
  })

  it('finds out that what was stored does not come back', async () => {
    const store = await open()
    server.fault = ({ method, key }) =>
      method === 'GET' && key !== '' ? { status: 404, code: 'NoSuchKey' } : null
    await expect(store.check()).rejects.toThrow("doesn't find what it just stored")
    expect(objects()).toEqual([])
  })

  it('finds out that the storage hangs', async () => {
    const { accessKey, secretKey, region } = server.account
    const { endpoint } = server
    const credentials = { accessKey, secretKey, sessionToken: null }
    const store = openS3Store(
      { kind: 's3', bucket: 'blobs', region, endpoint, forcePathStyle: true, credentials },
      { checkWithinMs: 100 },
    )
    opened.push(store)
    await vi.waitFor(() => store.check(), { timeout: 20_000 })
    server.fault = () => 'hang'
    await expect(store.check()).rejects.toThrow("didn't respond in time")
  })

  it('reports a bucket that has gone, instead of blobs that are not there', async () => {
    const store = await open()
    await store.check()
    server.buckets.clear()
    await expect(store.get('a')).rejects.toThrow('404 NoSuchBucket')
    await expect(store.put('a', text('x'))).rejects.toThrow('404 NoSuchBucket')
    await expect(store.delete('a')).rejects.toThrow('404 NoSuchBucket')
  })

  it('lists beyond one answer, and only what could be a blob', async () => {
    await server.stop()
    server = await startFakeS3({ pageSize: 3 })
    const store = await open()
    for (let n = 0; n < 10; n++) await store.put(`list/${n}`, text(`${n}`))
    const blob = server.buckets.get('blobs')?.get('list/1')
    if (blob) server.buckets.get('blobs')?.set('list/not a <key> & "such"', blob)
    const found: string[] = []
    for await (const { key } of store.list('list/')) found.push(key)
    expect(found).toEqual(Array.from({ length: 10 }, (_, n) => `list/${n}`))
  })
})
