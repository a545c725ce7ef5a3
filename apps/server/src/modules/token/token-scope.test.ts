import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiToken, TokenScope } from '@pennant/contract/token'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Created = { token: string; info: ApiToken }

let world: World
let admin: Person
let game: number
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  const times = { start: Date.now() - 1000, end: Date.now() + 3_600_000 }
  game = (await admin.post<{ id: number }>('/api/edit/games', { title: 'Hidden', hidden: true, ...times }))
    .body.id
})
afterAll(() => world.close())

const create = async (
  scopes: readonly TokenScope[] | null | undefined,
  by: Client = admin,
): Promise<Created> => {
  const answer = await by.post<Created>('/api/tokens', { name: 'a token', scopes })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const bearer = (token: string): Client => world.visitor({ authorization: `Bearer ${token}` })
const holder = async (...scopes: TokenScope[]): Promise<Client> => bearer((await create(scopes)).token)

describe('the scopes of a token', () => {
  it('are kept, each once and in one order, and are left out where there are none', async () => {
    const made = await create(['Users', 'Games', 'Users'])
    expect(made.info.scopes).toEqual(['Games', 'Users'])
    const { body } = await admin.get<ApiToken[]>('/api/tokens')
    expect(body.find(({ id }) => id === made.info.id)?.scopes).toEqual(['Games', 'Users'])
    for (const none of [undefined, null, []]) expect((await create(none)).info).not.toHaveProperty('scopes')
  })

  it.each([[['Nothing']], [[null]], ['Read'], [['Read', 'Read', 'Read', 'Read', 'Read', 'Read', 'Read']]])(
    'are refused when they are %j',
    async (scopes) => {
      const { status } = await admin.post('/api/tokens', { name: 'a token', scopes })
      expect(status).toBe(400)
    },
  )

  it('open what belongs to them, and nothing else', async () => {
    const routes = {
      users: ['GET', '/api/admin/users'],
      search: ['POST', '/api/admin/users/search?hint=a'],
      games: ['GET', '/api/edit/games'],
      salt: ['GET', `/api/edit/games/${game}/hashsalt`],
      flush: ['POST', `/api/edit/games/${game}/scoreboard/flush`],
      submissions: ['GET', `/api/game/${game}/submissions`],
      logs: ['GET', '/api/admin/logs'],
      tokens: ['GET', '/api/tokens'],
      outbox: ['GET', '/api/admin/outbox'],
      profile: ['GET', '/api/account/profile'],
    } as const
    const opened = async (client: Client): Promise<string[]> => {
      const open: string[] = []
      for (const [name, [method, path]] of Object.entries(routes)) {
        const { status, body } = await client.call<{ code?: string }>(method, path)
        if (status === 200) open.push(name)
        else expect([name, status, body.code]).toEqual([name, 403, 'auth.forbidden'])
      }
      return open
    }
    expect(await opened(await holder('Everything'))).toEqual(Object.keys(routes))
    expect(await opened(await holder('Read'))).toEqual([
      'users',
      'games',
      'salt',
      'submissions',
      'logs',
      'tokens',
      'profile',
    ])
    expect(await opened(await holder('Games'))).toEqual(['games', 'salt', 'flush', 'submissions'])
    expect(await opened(await holder('Monitor'))).toEqual(['submissions'])
    expect(await opened(await holder('Users'))).toEqual(['users', 'search'])
    expect(await opened(await holder('Platform'))).toEqual(['logs', 'tokens'])
    expect(await opened(await holder('Users', 'Monitor'))).toEqual(['users', 'search', 'submissions'])
  })

  it('are none of those of tokens from before: these open no route', async () => {
    const client = bearer((await create(undefined)).token)
    for (const path of ['/api/admin/users', '/api/account/profile', `/api/game/${game}/submissions`])
      expect((await client.get(path)).status).toBe(401)
    expect((await client.get('/api/config')).status).toBe(200)
  })

  it('count where everybody may come in, too: who has none there is nobody', async () => {
    const path = `/api/game/${game}`
    expect((await (await holder('Monitor')).get(path)).status).toBe(200)
    expect((await (await holder('Users')).get(path)).status).toBe(404)
    expect((await world.visitor().get(path)).status).toBe(404)
    expect((await (await holder('Users')).get('/api/posts')).status).toBe(200)
  })

  it('decide who hears what monitors hear', async () => {
    const hears = async (...scopes: TokenScope[]): Promise<boolean> =>
      (await world.app.modules.token.verify((await create(scopes)).token)) !== null
    expect(await Promise.all([hears(), hears('Everything'), hears('Read'), hears('Monitor')])).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(await Promise.all([hears('Games'), hears('Users', 'Platform')])).toEqual([false, false])
  })
})

describe('a token that is sent', () => {
  it('acts for the user who made it, with what they may do now', async () => {
    const maker = await world.person('Admin')
    const client = bearer((await create(['Everything'], maker)).token)
    expect((await client.get<{ userId: string }>('/api/account/profile')).body.userId).toBe(maker.id)
    await admin.put(`/api/admin/users/${maker.id}`, { role: 'Monitor' })
    expect((await client.get('/api/admin/users')).status).toBe(403)
    expect((await client.get(`/api/game/${game}/submissions`)).status).toBe(200)
    await admin.put(`/api/admin/users/${maker.id}`, { role: 'Banned' })
    expect((await client.get(`/api/game/${game}/submissions`)).status).toBe(403)
    await admin.delete(`/api/admin/users/${maker.id}`)
    expect((await client.get(`/api/game/${game}/submissions`)).status).toBe(401)
  })

  it('opens nothing once it is revoked, and again when it is restored', async () => {
    const { token, info } = await create(['Users'])
    const client = bearer(token)
    expect((await client.get('/api/admin/users')).status).toBe(200)
    await admin.delete(`/api/tokens/${info.id}`)
    expect((await client.get('/api/admin/users')).status).toBe(401)
    await admin.post(`/api/tokens/${info.id}/restore`)
    expect((await client.get('/api/admin/users')).status).toBe(200)
  })

  it('is only taken as two words with the scheme, and not where a session is shown', async () => {
    const { token } = await create(['Everything'])
    for (const authorization of [
      token,
      `bearer ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token}x`,
      `Basic ${token}`,
    ])
      expect([
        authorization,
        (await world.visitor({ authorization }).get('/api/admin/users')).status,
      ]).toEqual([authorization, 401])
    const user = await world.person()
    const both = await user.call('GET', '/api/admin/users', { headers: { authorization: `Bearer ${token}` } })
    expect(both.status).toBe(403)
  })

  it('is written down when it was used, and when it was refused', async () => {
    const made = await create(['Users'])
    await bearer(made.token).get('/api/admin/users')
    const refused = await bearer(made.token).get('/api/admin/logs')
    expect(refused.status).toBe(403)
    const { body } = await admin.get<ApiToken[]>('/api/tokens')
    expect(body.find(({ id }) => id === made.info.id)?.lastUsedAt).not.toBeNull()
    const logs = await admin.get<{ msg: string }[]>('/api/admin/logs?level=Warning&count=1000')
    expect(logs.body.map(({ msg }) => msg)).toContain('Access to GET /api/admin/logs refused')
  })

  it('never gets a session, nor an account of an administrator', async () => {
    const users = await holder('Users')
    const plain = await world.person()
    expect((await users.put(`/api/admin/users/${plain.id}`, { bio: 'changed' })).status).toBe(200)
    const another = await world.person('Admin')
    const batch = [{ userName: another.userName, email: another.email, password: 'Passw0rd' }]
    for (const answer of [
      await users.put(`/api/admin/users/${plain.id}`, { role: 'Admin' }),
      await users.put(`/api/admin/users/${another.id}`, { bio: 'changed' }),
      await users.delete(`/api/admin/users/${another.id}/password`),
      await users.delete(`/api/admin/users/${another.id}/sessions`),
      await users.delete(`/api/admin/users/${another.id}`),
      await users.post('/api/admin/users', batch),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } })
    expect((await another.get('/api/account/profile')).status).toBe(200)

    const everything = bearer((await create(['Everything'], another)).token)
    const renamed = await everything.put(`/api/admin/users/${another.id}`, { userName: 'renamed' })
    expect([renamed.status, renamed.headers.getSetCookie()]).toEqual([200, []])
  })
})

describe('a token that changes accounts', () => {
  it('neither makes monitors nor takes them over, unless it sees what they see', async () => {
    const [users, watching] = [await holder('Users'), await holder('Users', 'Monitor')]
    const [plain, monitor] = [await world.person(), await world.person('Monitor')]
    const batch = [{ userName: monitor.userName, email: monitor.email, password: 'Passw0rd' }]
    for (const answer of [
      await users.put(`/api/admin/users/${plain.id}`, { role: 'Monitor' }),
      await users.put(`/api/admin/users/${monitor.id}`, { email: 'mine@example.org' }),
      await users.delete(`/api/admin/users/${monitor.id}/password`),
      await users.delete(`/api/admin/users/${monitor.id}`),
      await users.post('/api/admin/users', batch),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } })
    for (const role of ['Banned', 'User'])
      expect((await users.put(`/api/admin/users/${plain.id}`, { role })).status).toBe(200)
    expect((await watching.put(`/api/admin/users/${plain.id}`, { role: 'Monitor' })).status).toBe(200)
    expect((await watching.put(`/api/admin/users/${plain.id}`, { role: 'Admin' })).status).toBe(403)
    expect((await watching.delete(`/api/admin/users/${monitor.id}`)).status).toBe(200)
  })
})

describe('a token that makes tokens', () => {
  it('makes none that lasts longer than itself, and brings none back that does', async () => {
    const ending = async (expiresIn: number, by: Client = admin): Promise<Created> =>
      (await by.post<Created>('/api/tokens', { name: 'a token', scopes: ['Platform'], expiresIn })).body
    const maker = bearer((await ending(30)).token)
    for (const expiresIn of [0, null, undefined, 31, 36_500])
      expect(
        await maker.post('/api/tokens', { name: 'longer', scopes: ['Platform'], expiresIn }),
      ).toMatchObject({ status: 403, body: { code: 'token.outlives' } })
    const shorter = await ending(29, maker)
    const [longer, endless] = [await ending(31), await ending(0)]
    for (const { info } of [shorter, longer, endless])
      expect((await maker.delete(`/api/tokens/${info.id}`)).status).toBe(200)
    const restored = async ({ info }: Created): Promise<number> =>
      (await maker.post(`/api/tokens/${info.id}/restore`)).status
    expect([await restored(shorter), await restored(longer), await restored(endless)]).toEqual([
      200, 403, 403,
    ])
    const { info } = await ending(0, bearer((await ending(0)).token))
    expect(info.expiresAt).toBeNull()
  })

  it('gives no more than it has', async () => {
    const platform = await holder('Platform', 'Read')
    for (const scopes of [['Platform'], ['Read', 'Platform'], []])
      expect((await platform.post('/api/tokens', { name: 'less', scopes })).status).toBe(200)
    for (const scopes of [['Everything'], ['Platform', 'Users'], ['Games']])
      expect((await platform.post('/api/tokens', { name: 'more', scopes })).status).toBe(403)
    expect(
      (await (await holder('Everything')).post('/api/tokens', { name: 'all', scopes: ['Everything'] }))
        .status,
    ).toBe(200)
  })

  it('gives the hub of the monitors to nobody when it does not hear it', async () => {
    const platform = await holder('Platform')
    expect((await platform.post('/api/tokens', { name: 'a listener' })).status).toBe(403)
    expect((await platform.post('/api/tokens', { name: 'equal', scopes: ['Platform'] })).status).toBe(200)
  })

  it('brings none back that has more', async () => {
    const platform = await holder('Platform')
    const [larger, equal] = [await create(['Everything']), await create(['Platform'])]
    const listener = await create([])
    for (const { info } of [larger, equal, listener]) await platform.delete(`/api/tokens/${info.id}`)
    expect((await platform.post(`/api/tokens/${larger.info.id}/restore`)).status).toBe(403)
    expect((await platform.post(`/api/tokens/${listener.info.id}/restore`)).status).toBe(403)
    expect((await platform.post(`/api/tokens/${equal.info.id}/restore`)).status).toBe(200)
    const unknown = '018f0000-0000-7000-8000-000000000000'
    expect((await platform.post(`/api/tokens/${unknown}/restore`)).status).toBe(404)
  })
})
