import { once } from 'node:events'
import { createHash, randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
const store = async (content: Uint8Array<ArrayBuffer>, name = 'stored.bin'): Promise<string> => {
  const answer = await admin.upload<{ hash: string }[]>('POST', '/api/assets', 'files', [
    { name, bytes: content },
  ])
  expect(answer.status).toBe(200)
  return answer.body[0]?.hash ?? ''
}
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const fetched = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(world.origin + path, { method, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}
const raw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ response: IncomingMessage; body: Buffer }>((resolve, reject) => {
    get(
      world.origin + path,
      { headers },
      (response) => void buffer(response).then((body) => resolve({ response, body }), reject),
    ).once('error', reject)
  })

describe('a stored file', () => {
  it('comes with the headers of the wire, for anybody', async () => {
    const content = randomBytes(5000)
    const hash = await store(new Uint8Array(content))
    const { status, headers, body } = await fetched(`/assets/${hash}/Some%20Archive.zip`)
    expect([status, body.equals(content)]).toEqual([200, true])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '5000',
      'content-disposition': `attachment; filename="Some Archive.zip"; filename*=UTF-8''Some%20Archive.zip`,
      etag: `"${hash.slice(8, 16)}"`,
      'cache-control': 'public, max-age=604800',
      'last-modified': expect.stringMatching(/GMT$/),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['picture.png', 'image/png'],
    ['picture.JPG', 'image/jpeg'],
    ['a.b.webp', 'image/webp'],
    ['writeup.pdf', 'application/pdf'],
    ['notes.txt', 'text/plain'],
    ['table.csv', 'text/csv'],
    ['data.json', 'application/json'],
    ['paper.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['traffic.pcap', 'application/vnd.tcpdump.pcap'],
    ['backup.tar.gz', 'application/gzip'],
    ['pwn', 'application/octet-stream'],
    ['what.ever', 'application/octet-stream'],
    ['drawing.svg', 'image/svg+xml'],
    ['page.html', 'application/octet-stream'],
    ['page.XHTML', 'application/octet-stream'],
    ['code.js', 'application/octet-stream'],
    ['code.mjs', 'application/octet-stream'],
    ['feed.xml', 'application/octet-stream'],
    ['code.wasm', 'application/octet-stream'],
  ])('called %s is %s', async (name, type) => {
    const hash = await store(bytes('the same bytes under many names'))
    const { headers } = await fetched(`/assets/${hash}/${name}`)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  it('takes its type from the stored name where the path has no extension', async () => {
    const hash = await store(bytes('as if it were a picture'), 'avatar.webp')
    expect((await fetched(`/assets/${hash}/avatar`)).headers.get('content-type')).toBe('image/webp')
    const page = await store(bytes('<script>'), 'poster.html')
    expect((await fetched(`/assets/${page}/poster`)).headers.get('content-type')).toBe(
      'application/octet-stream',
    )
  })

  it.each([
    [
      'Übung – 練習.pdf',
      `attachment; filename="_bung _ __.pdf"; filename*=UTF-8''%C3%9Cbung%20%E2%80%93%20%E7%B7%B4%E7%BF%92.pdf`,
    ],
    [`a"b\\c.txt`, `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
    [
      'x\r\nset-cookie: a=b',
      `attachment; filename="x__set-cookie: a=b"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a%3Db`,
    ],
    [`it's (new)*`, `attachment; filename="it's (new)*"; filename*=UTF-8''it%27s%20%28new%29%2A`],
  ])('is saved as %j', async (name, disposition) => {
    const hash = await store(bytes('to be saved'))
    const { headers } = await fetched(`/assets/${hash}/${encodeURIComponent(name)}`)
    expect(headers.get('content-disposition')).toBe(disposition)
    expect(headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['its tag', (tag: string) => ({ 'if-none-match': tag }), 304],
    ['its tag as if it were weak', (tag: string) => ({ 'if-none-match': `"other", W/${tag}` }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': '"00000000"' }), 200],
    ['its date', (_tag: string, date: string) => ({ 'if-modified-since': date }), 304],
    ['an older date', () => ({ 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' }), 200],
  ])('is answered to a client that has %s', async (_what, condition, status) => {
    const path = `/assets/${await store(bytes('conditional'))}/c.txt`
    const { headers } = await fetched(path)
    const again = await fetched(
      path,
      condition(headers.get('etag') ?? '', headers.get('last-modified') ?? ''),
    )
    expect([again.status, again.body.length === 0]).toEqual([status, status === 304])
    expect(again.headers.get('etag')).toBe(headers.get('etag'))
    expect(again.headers.get('cache-control')).toBe('public, max-age=604800')
  })

  it.each([
    ['f'.repeat(64), 404],
    ['A'.repeat(64), 400],
    ['g'.repeat(64), 400],
    ['a'.repeat(63), 404],
    ['a'.repeat(65), 404],
  ])('of the hash %s is answered %i, which nobody may keep', async (hash, status) => {
    const answer = await world.visitor().get<{ status: number }>(`/assets/${hash}/file.txt`)
    expect([answer.status, answer.body.status]).toEqual([status, status])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBeNull()
  })

  it('without its bytes is not there, and says nothing of them', async () => {
    const hash = await store(bytes('bytes that will be gone'))
    await rm(join(world.dataFolder, 'files/uploads', hash.slice(0, 2), hash.slice(2, 4), hash))
    const answer = await fetched(`/assets/${hash}/a.zip`)
    expect(answer.status).toBe(404)
    for (const name of ['etag', 'last-modified', 'content-disposition', 'accept-ranges', 'content-range'])
      expect([name, answer.headers.get(name)]).toEqual([name, null])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('parts of a file', () => {
  const content = bytes('0123456789')
  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['Bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=0-1', 200, '0123456789', null],
  ])('%s is answered %i', async (range, status, part, contentRange) => {
    const answer = await fetched(`/assets/${await store(content)}/a.bin`, { range })
    expect([answer.status, answer.body.toString(), answer.headers.get('content-range')]).toEqual([
      status,
      part,
      contentRange,
    ])
    expect(answer.headers.get('content-length')).toBe(String(part.length))
    if (status === 416) expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('come only while the file is the one the client began with', async () => {
    const path = `/assets/${await store(content)}/a.bin`
    const { headers } = await fetched(path)
    const tag = headers.get('etag') ?? ''
    expect((await fetched(path, { range: 'bytes=0-0', 'if-range': tag })).status).toBe(206)
    expect((await fetched(path, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200)
    expect((await fetched(path, { range: 'bytes=0-0', 'if-range': `W/${tag}` })).status).toBe(200)
  })

  it('of a text come as they are, but never to mend a compressed one', async () => {
    const text = 'all work and no play '.repeat(200)
    const path = `/assets/${await store(bytes(text))}/a.txt`
    const wanted = { range: 'bytes=4-7', 'accept-encoding': 'gzip' }
    expect(await raw(path, wanted)).toMatchObject({
      response: { statusCode: 206 },
      body: Buffer.from('work'),
    })
    const { headers } = await fetched(path)
    const mended = await raw(path, { ...wanted, 'if-range': headers.get('etag') ?? '' })
    expect([mended.response.statusCode, mended.response.headers['content-encoding']]).toEqual([200, 'gzip'])
  })

  it('are not for HEAD, which has the headers of the whole and no body', async () => {
    const path = `/assets/${await store(content)}/a.bin`
    const cases: Record<string, string>[] = [{}, { range: 'bytes=0-1' }]
    for (const headers of cases) {
      const answer = await fetched(path, headers, 'HEAD')
      expect([answer.status, answer.body.length, answer.headers.get('content-length')]).toEqual([
        200,
        0,
        '10',
      ])
    }
    expect((await fetched(`/assets/${'f'.repeat(64)}/a.bin`, {}, 'HEAD')).status).toBe(404)
  })
})

describe('compression of files', () => {
  it.each(['br', 'gzip'])('is %s for texts and PDF, when asked for', async (encoding) => {
    const text = bytes('%PDF or whatever text '.repeat(500))
    const hash = await store(text)
    for (const name of ['paper.pdf', 'notes.txt', 'data.json', 'drawing.svg']) {
      const path = `/assets/${hash}/${name}`
      const { response, body } = await raw(path, { 'accept-encoding': encoding })
      expect(response.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringContaining('accept-encoding'),
      })
      expect(response.headers.etag).toBe(`"${hash.slice(8, 16)}"`)
      expect(body.length).toBeLessThan(text.length / 10)
      expect((await fetched(path, { 'accept-encoding': encoding })).body.equals(text)).toBe(true)
      const plain = await raw(path)
      expect([plain.response.headers['content-encoding'], plain.body.length]).toEqual([
        undefined,
        text.length,
      ])
    }
    const head = await fetched(`/assets/${hash}/notes.txt`, { 'accept-encoding': encoding }, 'HEAD')
    expect([head.status, head.body.length, head.headers.get('content-encoding')]).toEqual([200, 0, encoding])
  })

  it.each(['archive.zip', 'unknown', 'picture.png', 'short.txt'])('leaves %s as it is', async (name) => {
    const content = bytes(name === 'short.txt' ? 'short' : 'again and again '.repeat(500))
    const { response, body } = await raw(`/assets/${await store(content)}/${name}`, {
      'accept-encoding': 'br, gzip',
    })
    expect([response.headers['content-encoding'], response.headers['content-length']]).toEqual([
      undefined,
      String(content.length),
    ])
    expect(body.equals(content)).toBe(true)
  })

  it('does not mistake bytes for compressed ones', async () => {
    const texts = ['x is the letter ', '80 ', '(Some) '].map((text) => bytes(text.repeat(500)))
    for (const content of [...texts, new Uint8Array(gzipSync(randomBytes(3000)))])
      for (const encoding of ['br', 'gzip', 'br, gzip'])
        for (const name of ['a.txt', 'a.bin', 'a']) {
          const path = `/assets/${await store(content)}/${name}`
          expect((await fetched(path, { 'accept-encoding': encoding })).body.equals(content)).toBe(true)
        }
  })
})

describe('a download under way', () => {
  it('ends whole although the file is deleted meanwhile', async () => {
    const content = new Uint8Array(24 * 1_048_576).fill(7)
    const hash = await store(content)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${world.origin}/assets/${hash}/big.bin`, resolve).once('error', reject)
    })
    await once(response, 'readable')
    expect((await admin.delete(`/api/assets/${hash}`)).status).toBe(200)
    expect((await fetched(`/assets/${hash}/big.bin`)).status).toBe(404)
    const body = await buffer(response)
    expect([body.length, hashOf(body)]).toEqual([content.length, hash])
  })
})
