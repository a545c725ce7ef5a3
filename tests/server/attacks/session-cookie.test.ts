import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/client.ts'
import { login, profileStatus } from '../../kit/account.ts'
import { joinRaw } from '../../kit/hub-client.ts'
import { createOpenGame } from '../../kit/open-game.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

const plain = 'pennant_session'
const secure = '__Host-pennant_session'
const overHttps = { 'x-forwarded-proto': 'https' }

type Session = { profile: { userName: string } | null; movedToHttps?: boolean }
const sessionOf = async (who: Client): Promise<Session> =>
  (await who.get<Session>('/api/account/session')).body

const loggedIn = async (world: World, person: Person, headers: Record<string, string>): Promise<Client> => {
  const client = world.visitor(headers)
  expect((await login(client, person.userName)).status).toBe(200)
  return client
}

const withCookies = (world: World, headers: Record<string, string>, ...pairs: string[]): Client =>
  world.visitor({ ...headers, cookie: pairs.join('; ') })

describe.each([
  ['a trusted proxy says that it is HTTPS', {}, overHttps],
  ['the address of the site says so', { PUBLIC_URL: 'https://ctf.example' }, {}],
])('a session under HTTPS, where %s', (_name, settings, headers) => {
  let world: World
  let flagDoor: string
  let victim: Person
  let attacker: Person
  let stolen: string
  let planted: string
  beforeAll(async () => {
    world = await createWorld()
    victim = await world.person('Admin', 'victim')
    attacker = await world.person('Admin', 'attacker')
    const game = await createOpenGame(world)
    const challenge = await game.challenge()
    await game.team({ players: [victim] })
    await game.team({ players: [attacker] })
    flagDoor = `${game.path}/challenges/${challenge.id}`
    // From before the move: an instance on another port of the host can read and set cookies.
    stolen = victim.cookie() ?? ''
    planted = attacker.cookie() ?? ''
    const { close } = world
    const after = await world.another({ settings })
    world = {
      ...after,
      async close() {
        await after.close()
        await close()
      },
    }
  })
  afterAll(() => world.close())

  it('is kept where no other host, port or path can put anything', async () => {
    const client = world.visitor(headers)
    const set = (await login(client, 'victim')).headers.getSetCookie()
    expect(set.map((line) => line.split('=')[0])).toEqual([secure, '__Host-pennant_known'])
    const [pair = '', ...attributes] = (set[0] ?? '').split('; ')
    expect(pair).toMatch(/^__Host-pennant_session=[\w-]{43}$/)
    expect(attributes.filter((one) => !one.startsWith('Expires='))).toEqual([
      'Path=/',
      'HttpOnly',
      'Secure',
      'SameSite=Lax',
    ])
    expect((await sessionOf(client)).profile?.userName).toBe('victim')
  })

  it('is none in a cookie that anybody else could have set', async () => {
    const visitor = withCookies(world, headers, `${plain}=${planted}`)
    expect(await sessionOf(visitor)).toEqual({ profile: null, movedToHttps: true })
    for (const path of ['/api/account/profile', '/api/admin/users', '/api/team'])
      expect((await visitor.get(path)).status).toBe(401)
    expect((await visitor.post(flagDoor, { flag: 'flag{x}' })).status).toBe(401)
  })

  it('is none when a session that was stolen before is shown in the new cookie', async () => {
    for (const cookie of [
      `${secure}=${stolen}`,
      `${secure}=secure:${stolen}`,
      `${secure}=${stolen}; ${plain}=${stolen}`,
    ])
      expect(await profileStatus(withCookies(world, headers, cookie))).toBe(401)
  })

  it('stays whose it is, whatever else is put beside it', async () => {
    const real = (await loggedIn(world, victim, headers)).cookie(secure) ?? ''
    for (const pairs of [
      [`${plain}=${planted}`, `${secure}=${real}`],
      [`${secure}=${real}`, `${plain}=${planted}`],
      [`${secure}=${planted}`, `${secure}=${real}`],
      [`__HOST-${plain}=${planted}`, `${secure}=${real}`, `x${secure}=${planted}`],
    ]) {
      const visitor = withCookies(world, headers, ...pairs)
      expect(await sessionOf(visitor)).toMatchObject({ profile: { userName: 'victim' } })
      expect((await visitor.post(flagDoor, { flag: 'flag{x}' })).status).toBe(200)
    }
  })

  it('opens no hub in a cookie that anybody else could have set', async () => {
    const real = (await loggedIn(world, victim, headers)).cookie(secure) ?? ''
    expect(await fateOf(world, { ...headers, cookie: `${plain}=${planted}` })).toBe('refused')
    expect(await fateOf(world, { ...headers, cookie: `${secure}=${planted}` })).toBe('refused')
    expect(await fateOf(world, { ...headers, cookie: `${plain}=${planted}; ${secure}=${real}` })).toBe(
      'hears',
    )
  })

  it('is begun once more after the move, which takes the old cookie away', async () => {
    const visitor = world.visitor(headers)
    visitor.setCookie(stolen, plain)
    expect(await sessionOf(visitor)).toEqual({ profile: null, movedToHttps: true })
    expect((await login(visitor, 'victim')).status).toBe(200)
    expect([visitor.cookie(plain), typeof visitor.cookie(secure)]).toEqual([undefined, 'string'])
    expect((await sessionOf(visitor)).profile?.userName).toBe('victim')
    expect((await visitor.post('/api/account/logout')).status).toBe(200)
    expect(visitor.cookie(secure)).toBeUndefined()
    expect(await sessionOf(visitor)).toEqual({ profile: null })
  })

  it('is prolonged under its own name', async () => {
    const client = await loggedIn(world, victim, headers)
    world.clock.advance(4 * 86_400_000)
    const { headers: told } = await client.get('/api/account/profile')
    expect(told.getSetCookie().join()).toMatch(/^__Host-pennant_session=[\w-]{43}; Path=\/; .*Secure/)
    expect(await profileStatus(client)).toBe(200)
  })
})

describe('a session over plain HTTP', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ settings: { FORWARDED_OPTIONS__KNOWN_NETWORKS: '192.0.2.0/24' } })
  })
  afterAll(() => world.close())

  it('keeps its name, also when somebody who is no trusted proxy speaks of HTTPS', async () => {
    const person = await world.person()
    const client = world.visitor(overHttps)
    const set = (await login(client, person.userName)).headers.getSetCookie().join()
    expect(set).toMatch(/^pennant_session=[\w-]{43};/)
    expect(set).not.toContain('Secure')
    expect((await sessionOf(client)).profile?.userName).toBe(person.userName)
    expect(await profileStatus(withCookies(world, {}, `${secure}=${person.cookie()}`))).toBe(401)
  })
})

/** A refusal is silent: the connection opens, then ends. */
const fateOf = async (world: World, headers: Record<string, string>): Promise<'hears' | 'refused'> => {
  const hub = await joinRaw(world.origin, '/hub/admin', { headers })
  try {
    world.app.hubs.toAdmins('ReceivedLog', { msg: 'hello' })
    const record = await hub.hear()
    return typeof record === 'object' && record !== null && 'type' in record && record.type === 1
      ? 'hears'
      : 'refused'
  } finally {
    hub.socket.terminate()
  }
}
