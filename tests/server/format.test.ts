import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '../kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  await admin.post(
    '/api/admin/users',
    Array.from({ length: 20 }, (_, at) => ({
      userName: `Many${at}`,
      email: `many${at}@players.example`,
      password: 'Passw0rd',
    })),
  )
})
afterAll(() => world.close())

describe('an answer', () => {
  it('of nothing is empty and has no type', async () => {
    const answer = await admin.put('/api/account/update', {})
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers.get('content-type')).toBeNull()
    expect(answer.headers.get('content-length')).toBe('0')
  })

  it('is for those alone who asked, and in the language they asked for', async () => {
    const answer = await admin.get('/api/account/profile', { 'accept-language': 'fr-CA' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-language')).toBe('fr-FR')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('of an error is translated and kept by nobody', async () => {
    type Refusal = { title: string; status: number }
    const titles = new Set<string>()
    for (const language of ['en-US', 'de-DE', 'ja-JP']) {
      const answer = await world.visitor({ 'accept-language': language }).get<Refusal>('/api/admin/users')
      expect(answer.headers.get('content-language')).toBe(language)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body.status).toBe(401)
      titles.add(answer.body.title)
    }
    expect(titles.size).toBe(3)
  })

  it.each(['br', 'gzip'])('of some length is compressed with %s', async (encoding) => {
    const plain = await admin.get('/api/admin/users?skip=1', { 'accept-encoding': 'identity' })
    const packed = await admin.get('/api/admin/users?skip=1', { 'accept-encoding': encoding })
    expect(packed.headers.get('content-encoding')).toBe(encoding)
    expect(packed.headers.get('vary')).toContain('accept-encoding')
    expect(packed.body).toEqual(plain.body)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(
      (await admin.get('/api/account/profile', { 'accept-encoding': encoding })).headers.get(
        'content-encoding',
      ),
    ).toBeNull()
  })

  it('to HEAD is the one to GET without its body', async () => {
    for (const path of ['/api/config', '/api/posts', '/api/admin/users', '/api/account/profile']) {
      const headers = { 'accept-encoding': 'identity' }
      const [got, head] = [await admin.get(path, headers), await admin.call('HEAD', path, { headers })]
      expect([path, head.status, head.text, head.headers.get('content-type')]).toEqual([
        path,
        200,
        '',
        got.headers.get('content-type'),
      ])
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)))
      expect(head.headers.get('etag')).toBe(got.headers.get('etag'))
    }
  })

  it('demands encryption from now on only where it came encrypted, and never for this machine', async () => {
    const asked = async (host: string, protocol: string): Promise<string | null> => {
      const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-host': host }
      return (await world.visitor(headers).get('/api/config')).headers.get('strict-transport-security')
    }
    expect(await asked('ctf.example', 'https')).toBe('max-age=2592000')
    expect(await asked('ctf.example', 'http')).toBeNull()
    expect(await asked('localhost:8443', 'https')).toBeNull()
    expect(await asked('[::1]:8443', 'https')).toBeNull()
  })
})

describe('a request', () => {
  const update = (type: string, bytes: Uint8Array<ArrayBuffer>) =>
    admin.call('PUT', '/api/account/update', { raw: { type, bytes } })
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'text/json',
    'application/merge-patch+json',
  ])('may call its JSON %s', async (type) => {
    expect((await update(type, bytes('{"bio":"ünïcode"}'))).status).toBe(200)
    expect((await admin.get<{ bio: string }>('/api/account/profile')).body.bio).toBe('ünïcode')
  })

  it('may begin with a byte order mark', async () => {
    expect((await update('application/json', bytes('\ufeff{"bio":"marked"}'))).status).toBe(200)
    expect((await admin.get<{ bio: string }>('/api/account/profile')).body.bio).toBe('marked')
  })

  it('must be of UTF-8', async () => {
    const utf16 = new Uint8Array(Buffer.from('\ufeff{"bio":"wide"}', 'utf16le'))
    expect((await update('application/json; charset=utf-16', utf16)).status).toBe(400)
    expect((await update('application/json', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(
      400,
    )
  })

  it('finds its path in any case, with a slash at the end or without', async () => {
    for (const path of ['/API/Config', '/api/config/', '/Api/Captcha', '/FAVICON.webp'])
      expect([path, (await world.visitor().get(path)).status]).toEqual([path, 200])
  })
})
