import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoginGuard } from '../../apps/server/src/modules/account/login-guard.ts'
import { login } from '../kit/account.ts'
import type { Client } from '../kit/client.ts'
import { createWorld, testPassword, type Person, type World } from '../kit/world.ts'

const here = '192.0.2.30'
const plain = 'pennant_known'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { DISABLE_RATE_LIMIT: 'false' } })
})
afterAll(() => world.close())

const at = (address = here, headers: Record<string, string> = {}): Client =>
  world.visitor({ 'x-forwarded-for': address, ...headers })

const guessed = async (person: Person, address = here): Promise<void> => {
  const { bus, cache } = world.adapters
  const guard = createLoginGuard({ bus, cache, clock: world.clock }, { delay: async () => undefined })
  for (let count = 0; count < 12; count += 1) await guard.attempt([person.id], address, async () => false)
}

const knownBrowser = async (person: Person, client = at()): Promise<Client> => {
  expect((await login(client, person.userName)).status).toBe(200)
  expect((await client.post('/api/account/logout')).status).toBe(200)
  return client
}

const markOf = (client: Client): string => client.cookie(plain) ?? ''
const showing = (mark: string, address = here): Client => at(address, { cookie: `${plain}=${mark}` })
const statusOf = async (client: Client, person: Person, password?: string): Promise<number> =>
  (await login(client, person.userName, password)).status

const guessUntilRefused = async (client: Client, person: Person, most = 16): Promise<number> => {
  let guesses = 0
  while (guesses < most && (await statusOf(client, person, `Wr0ng${guesses}`)) === 401) guesses++
  return guesses
}

describe('a browser that has logged in before', () => {
  it('is let in while others behind its address guess, and they are not', async () => {
    const person = await world.person()
    const browser = await knownBrowser(person)
    await guessed(person)
    expect(await statusOf(at(), person)).toBe(429)
    expect(await statusOf(browser, person)).toBe(200)
    expect(await statusOf(browser, person, 'Wr0ngWord')).toBe(401)
    expect(await statusOf(browser, person)).toBe(200)
    // The owner's logins do not reset the failures of others.
    expect(await statusOf(at(), person)).toBe(429)
  })

  it('is let in at another process, and after it has registered there', async () => {
    const person = await world.person()
    const mark = markOf(person)
    await guessed(person)
    const there = await world.another({ settings: { DISABLE_RATE_LIMIT: 'false' } })
    const client = there.visitor({ 'x-forwarded-for': here, cookie: `${plain}=${mark}` })
    expect((await login(client, person.userName)).status).toBe(200)
    await there.close()
  })

  it('is known by a cookie that no page and no other site can read, and that says nobody’s name', async () => {
    const person = await world.person()
    const { headers } = await login(at(), person.userName)
    const [session, known, ...more] = headers.getSetCookie()
    expect(more).toEqual([])
    expect(session).toMatch(/^pennant_session=/)
    expect(known).toMatch(/^pennant_known=[\w-]{46}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = await login(at(here, { 'x-forwarded-proto': 'https' }), person.userName)
    expect(secure.headers.getSetCookie()[1]).toMatch(
      /^__Host-pennant_known=[\w-]{46}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('remembers four accounts, and the last mark of each', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => world.person()))
    const browser = at()
    for (const person of [...people, ...people.slice(-2)]) await knownBrowser(person, browser)
    expect(markOf(browser).split('.')).toHaveLength(4)
    for (const person of people) await guessed(person)
    const statuses = []
    for (const person of people) statuses.push(await statusOf(showing(markOf(browser)), person))
    expect(statuses).toEqual([429, 200, 200, 200, 200])
  })
})

describe('the mark of a browser', () => {
  it('gives a thief its own guesses, wherever they are, and no session', async () => {
    const person = await world.person()
    const mark = markOf(await knownBrowser(person))
    expect((await showing(mark).get('/api/account/profile')).status).toBe(401)
    const { bus, cache } = world.adapters
    const { markOf: find } = world.core.sessions
    const { id, stamp } = await world.db
      .selectFrom('user')
      .select(['id', 'stamp'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    const guard = createLoginGuard({ bus, cache, clock: world.clock }, { delay: async () => undefined })
    const guess = (address: string) =>
      guard.attempt(
        [id],
        address,
        async () => false,
        () => find([mark], { id, stamp }),
      )
    for (let count = 0; count < 12; count += 1) expect(await guess(`198.51.100.${count}`)).toBeNull()
    await expect(guess('203.0.113.1')).rejects.toMatchObject({ code: 'account.tryLater' })
    expect(await statusOf(showing(mark, '203.0.113.2'), person)).toBe(429)
    // Without the stolen mark, the owner is treated like all others.
    expect(await statusOf(at('203.0.113.3'), person)).toBe(200)
  })

  it('is worth nothing for another account, or when it has been made up or changed', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const mark = markOf(await knownBrowser(person))
    const otherMark = markOf(await knownBrowser(other))
    await guessed(person)
    const bytes = Buffer.from(mark, 'base64url')
    bytes[10] = (bytes[10] ?? 0) ^ 1
    const forged = [otherMark, bytes.toString('base64url'), 'A'.repeat(46), `${mark}A`, '']
    for (const one of forged) expect(await statusOf(showing(one), person)).toBe(429)
    expect(await statusOf(showing(mark), person)).toBe(200)
  })

  it('ends with the password', async () => {
    const person = await world.person()
    const mark = markOf(await knownBrowser(person))
    const changed = await person.put('/api/account/changepassword', { old: testPassword, new: 'An0therWord' })
    expect(changed.status).toBe(200)
    await guessed(person)
    expect(await statusOf(showing(mark), person, 'An0therWord')).toBe(429)
    expect(await statusOf(showing(markOf(person)), person, 'An0therWord')).toBe(200)
  })

  it.each([{ userName: 'renamed' }, { email: 'moved@players.example' }])('ends with %o', async (change) => {
    const admin = await world.person('Admin')
    const person = await world.person()
    const mark = markOf(await knownBrowser(person))
    expect((await admin.put(`/api/admin/users/${person.id}`, change)).status).toBe(200)
    const changed = { ...person, ...change }
    await guessed(changed)
    expect(await statusOf(showing(mark), changed)).toBe(429)
  })

  it('is not counted by the addresses of others', async () => {
    const person = await world.person()
    const browser = await knownBrowser(person)
    expect(await guessUntilRefused(browser, person, 2)).toBe(2)
    expect(await statusOf(at(), person)).toBe(200)
  })
})
