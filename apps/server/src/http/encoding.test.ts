import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createEncodings, type Encodings, isCompressible, negotiateEncoding } from './encoding.ts'

describe('choosing an encoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0.8 , gzip; q=0.8', 'br'],
    ['gzip;q=0', null],
    ['gzip;q=0, br;q=0, identity', null],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip', 'gzip'],
    ['deflate, zstd', null],
    ['br;q=nonsense', null],
  ])('takes of %j what the client wants most: %s', (header, encoding) => {
    expect(negotiateEncoding(header)).toBe(encoding)
  })
})

describe('a text in many encodings', () => {
  const text = 'as ever, '.repeat(500)

  it('is the same in each, and made once', async () => {
    const encodings = createEncodings(text)
    const [br, gzip, plain] = [
      await encodings.in('br'),
      await encodings.in('gzip'),
      await encodings.in(undefined),
    ]
    expect([br.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', null])
    expect(brotliDecompressSync(br.bytes).toString()).toBe(text)
    expect(gunzipSync(gzip.bytes).toString()).toBe(text)
    expect(plain.bytes.toString()).toBe(text)
    expect((await encodings.in('br')).bytes).toBe(br.bytes)
  })

  it('stays as it is when it is short', async () => {
    expect(await createEncodings('short').in('br')).toEqual({ bytes: Buffer.from('short'), encoding: null })
  })
})

describe('a text that is sent as it is there', () => {
  const text = 'as ever, '.repeat(500)
  const encodingOf = async (encodings: Encodings, header: string) => (await encodings.in(header)).encoding
  const headers = ['gzip, br', 'br', 'gzip', 'identity', 'br, identity;q=0', 'gzip, *;q=0']

  it('is never compressed for a client, unless that takes nothing else', async () => {
    const none = createEncodings(text, { hasty: true })
    expect(headers.map((header) => none.ready(header)?.encoding)).toEqual([
      null,
      null,
      null,
      null,
      undefined,
      undefined,
    ])
    expect(await encodingOf(none, 'br, identity;q=0')).toBe('br')
    expect(await encodingOf(none, 'gzip, *;q=0')).toBe('gzip')
  })

  it('is sent in what has been made, if the client takes it', async () => {
    const encodings = createEncodings(text, { hasty: true })
    await encodings.make('gzip')
    expect(await Promise.all(headers.map((header) => encodingOf(encodings, header)))).toEqual([
      'gzip',
      null,
      'gzip',
      null,
      'br',
      'gzip',
    ])
    await encodings.make('br')
    expect(await Promise.all(headers.map((header) => encodingOf(encodings, header)))).toEqual([
      'br',
      'br',
      'gzip',
      null,
      'br',
      'gzip',
    ])
    expect(gunzipSync((await encodings.in('gzip')).bytes).toString()).toBe(text)
  })

  it('can be given up', async () => {
    const encodings = createEncodings(text, { hasty: true })
    const abort = new AbortController()
    const made = encodings.make('br', abort.signal)
    abort.abort()
    await expect(made).rejects.toThrow('aborted')
    expect(encodings.ready('br')?.encoding).toBeNull()
  })
})

describe('types worth compressing', () => {
  it.each([
    'text/plain',
    'text/csv; charset=utf-8',
    'application/json',
    'application/problem+json',
    'image/svg+xml',
    'application/pdf',
  ])('%s is one', (type) => {
    expect(isCompressible(type)).toBe(true)
  })
  it.each([
    'image/png',
    'application/zip',
    'application/octet-stream',
    'video/mp4',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])('%s is none', (type) => {
    expect(isCompressible(type)).toBe(false)
  })
})
