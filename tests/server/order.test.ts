import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { createWorld, testPassword, type Person, type World } from '../kit/world.ts'

let world: World
let admin: Person
let monitor: Person
let user: Person
let banned: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
  user = await world.person('User')
  banned = await world.person('User')
  await admin.put(`/api/admin/users/${banned.id}`, { role: 'Banned' })
})
afterAll(() => world.close())

type Refusal = { title: string; status: number; code: string; field?: string }
const refusal = async (
  who: Client,
  method: string,
  path: string,
  options: Parameters<Client['call']>[2] = {},
): Promise<[number, string]> => {
  const { status, body } = await who.call<Refusal>(method, path, options)
  expect(body).toMatchObject({ title: expect.stringMatching(/\S/), status })
  return [status, body.code]
}
const xml = { raw: { type: 'application/xml', bytes: '<a/>' } }
const broken = { raw: { type: 'application/json', bytes: '{"old":' } }

describe('a request is refused for the first thing that is wrong', () => {
  it('a caller who is not logged in learns only that', async () => {
    for (const options of [{}, xml, broken, { body: {} }])
      expect(await refusal(world.visitor(), 'PUT', '/api/account/changepassword', options)).toEqual([
        401,
        'auth.required',
      ])
    expect(await refusal(world.visitor(), 'GET', '/api/admin/users?count=9999')).toEqual([
      401,
      'auth.required',
    ])
  })

  it('a caller without the permission learns only that', async () => {
    for (const options of [{}, xml, broken, { body: 5 }])
      expect(await refusal(user, 'PUT', '/api/admin/config', options)).toEqual([403, 'auth.forbidden'])
    expect(await refusal(banned, 'PUT', '/api/account/update', broken)).toEqual([403, 'auth.banned'])
  })

  it('then the media type, then the JSON, then its shape', async () => {
    const put = (options: object) => refusal(user, 'PUT', '/api/account/changepassword', options)
    expect(await put({})).toEqual([415, 'request.mediaType'])
    expect(await put(xml)).toEqual([415, 'request.mediaType'])
    expect(await put({ raw: { type: 'text/plain', bytes: '{}' } })).toEqual([415, 'request.mediaType'])
    expect(await put(broken)).toEqual([400, 'request.malformed'])
    expect(await put({ raw: { type: 'application/json', bytes: '' } })).toEqual([400, 'request.malformed'])
    expect(await put({ raw: { type: 'application/json', bytes: Buffer.from([0x22, 0xff, 0x22]) } })).toEqual([
      400,
      'request.malformed',
    ])
    expect(await put({ body: [] })).toEqual([400, 'validation.body'])
    expect(await put({ body: {} })).toEqual([400, 'validation.required'])
  })

  it('takes every media type of JSON', async () => {
    for (const type of [
      'application/json',
      'text/json',
      'application/merge-patch+json; charset=utf-8',
      'APPLICATION/JSON',
    ]) {
      const bytes = JSON.stringify({ bio: type })
      const answer = await user.call('PUT', '/api/account/update', { raw: { type, bytes } })
      expect(answer.status).toBe(200)
    }
  })

  it('passes over a body where none is asked for', async () => {
    const person = await world.person()
    const answer = await person.call('POST', '/api/account/logout', xml)
    expect(answer.status).toBe(200)
  })
})

describe('the error body', () => {
  it('holds title and status, and our code and field, and nothing else', async () => {
    const { body } = await user.put<Refusal>('/api/account/update', { userName: 'ab' })
    expect(body).toEqual({
      title: expect.any(String),
      status: 400,
      code: 'validation.tooShort',
      field: 'userName',
    })
    const { body: plain, headers } = await world.visitor().get<Refusal>('/api/account/profile')
    expect(plain).toEqual({ title: expect.any(String), status: 401, code: 'auth.required' })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('answers unknown paths and wrong methods of the API, too', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect(await refusal(world.visitor(), method, '/api/account/nothing')).toEqual([
        404,
        'request.notFound',
      ])
    const wrong = await world.visitor().get<Refusal>('/api/account/login')
    expect([wrong.status, wrong.body.code, wrong.headers.get('allow')]).toEqual([
      405,
      'request.methodNotAllowed',
      'POST',
    ])
    expect(await refusal(admin, 'GET', '/api/admin/users/not-a-guid')).toEqual([404, 'request.notFound'])
  })

  it('finds paths in any case', async () => {
    for (const path of ['/API/Account/Profile', '/api/ACCOUNT/profile/', '/api/account/profile?x=1'])
      expect((await user.get(path)).status).toBe(200)
  })
})

describe('roles', () => {
  const statuses = (path: string): Promise<number[]> =>
    Promise.all(
      [world.visitor(), banned, user, monitor, admin].map(async (who) => (await who.get(path)).status),
    )

  it('are compared by rank', async () => {
    expect(await statuses('/api/config')).toEqual([200, 200, 200, 200, 200])
    expect(await statuses('/api/account/profile')).toEqual([401, 403, 200, 200, 200])
    expect(await statuses('/api/admin/users')).toEqual([401, 403, 403, 403, 200])
  })

  it('leave a trace in the log where a higher one was missing', async () => {
    type Entry = { status: string; name: string; msg: string; ip: string }
    const denied = async (): Promise<Entry[]> => {
      await world.core.log.flush()
      const { body } = await admin.get<Entry[]>('/api/admin/logs?count=1000')
      return body.filter(({ status, name }) => status === 'Denied' && name === monitor.userName)
    }
    const before = (await denied()).length
    await monitor.get('/api/admin/users', { 'x-forwarded-for': '192.0.2.200' })
    await world.visitor().get('/api/admin/users')
    await expect.poll(denied).toHaveLength(before + 1)
    expect((await denied())[0]).toMatchObject({
      ip: '192.0.2.200',
      msg: expect.stringContaining('/api/admin/users'),
    })
  })
})

describe('the language of an answer', () => {
  const asked = async (headers: Record<string, string>, query = ''): Promise<[string | null, string]> => {
    const answer = await world.visitor(headers).get<Refusal>(`/api/account/profile${query}`)
    return [answer.headers.get('content-language'), answer.body.title]
  }

  it('is that of the header, of a cookie before it, of the query before both', async () => {
    const [english, en] = await asked({})
    const [german, de] = await asked({ 'accept-language': 'de-DE' })
    const [japanese, ja] = await asked({
      'accept-language': 'de-DE',
      cookie: '.AspNetCore.Culture=c=ja-JP|uic=ja-JP',
    })
    const [french, fr] = await asked({ cookie: '.AspNetCore.Culture=c=ja-JP|uic=ja-JP' }, '?culture=fr-FR')
    expect([english, german, japanese, french]).toEqual(['en-US', 'de-DE', 'ja-JP', 'fr-FR'])
    expect(new Set([en, de, ja, fr]).size).toBe(4)
  })

  it('is that of titles of success, too', async () => {
    const register = (language: string, userName: string) =>
      world
        .visitor({ 'accept-language': language })
        .post<{ title: string; data: string }>('/api/account/register', {
          userName,
          email: `${userName}@players.example`,
          password: testPassword,
        })
    const [one, other] = [await register('en-US', 'speaks-en'), await register('zh-TW', 'speaks-zh')]
    expect(one.body.data).toBe(other.body.data)
    expect(one.body.title).not.toBe(other.body.title)
    expect(other.headers.get('content-language')).toBe('zh-TW')
  })
})
