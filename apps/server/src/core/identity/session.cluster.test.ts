import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lastMail, loggedIn, login, profileStatus, setPolicy } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const sessionsOf = (userId: string) =>
  world.db.selectFrom('session').selectAll().where('user_id', '=', userId).execute()

// Null: the response sets no cookie.
const cookieEnd = async (who: Client, path = '/api/account/profile'): Promise<number | null> => {
  const { headers } = await who.get(path)
  const [cookie] = headers.getSetCookie()
  return cookie === undefined ? null : Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '')
}

describe('a session', () => {
  it('lasts a week', async () => {
    const person = await world.person()
    world.clock.advance(7 * day - minute)
    const lazy = await loggedIn(world, person.userName)
    expect(await profileStatus(person)).toBe(200)
    world.clock.advance(7 * day + minute)
    expect(await profileStatus(lazy)).toBe(401)
    expect(await profileStatus(person)).toBe(401)
  })

  it('is not prolonged in the first half of its life', async () => {
    const person = await world.person()
    expect(await cookieEnd(person)).toBeNull()
    world.clock.advance(3.5 * day - minute)
    expect(await cookieEnd(person)).toBeNull()
  })

  it('is prolonged to a whole week after that, and the cookie with it', async () => {
    const person = await world.person()
    const token = person.cookie()
    world.clock.advance(3.5 * day + minute)
    const end = await cookieEnd(person)
    expect(((end ?? 0) - world.clock.now()) / day).toBeCloseTo(7, 3)
    expect(person.cookie()).toBe(token)
    const [row] = await sessionsOf(person.id)
    expect(Math.abs((row?.expires_at.getTime() ?? 0) - (end ?? 0))).toBeLessThan(1000)
    world.clock.advance(6 * day)
    expect(await profileStatus(person)).toBe(200)
  })

  it('is told so again for a while, since the first answer may be lost', async () => {
    const person = await world.person()
    world.clock.advance(4 * day)
    const first = await cookieEnd(person)
    world.clock.advance(5 * minute)
    expect(await cookieEnd(person)).toBe(first)
    world.clock.advance(6 * minute)
    expect(await cookieEnd(person)).toBeNull()
  })

  it('lives for ever for anyone who comes every few days', async () => {
    const person = await world.person()
    for (let visit = 0; visit < 8; visit += 1) {
      world.clock.advance(4 * day)
      expect(await profileStatus(person)).toBe(200)
    }
  })

  it('is not prolonged by answers that a proxy may keep for everybody', async () => {
    const person = await world.person()
    world.clock.advance(4 * day)
    for (const path of ['/api/config', '/api/posts', '/api/captcha', '/favicon.webp', '/'])
      expect(await cookieEnd(person, path)).toBeNull()
    expect(await cookieEnd(person)).not.toBeNull()
  })

  it('is prolonged also by asking whether there is one', async () => {
    const person = await world.person()
    world.clock.advance(4 * day)
    expect(await cookieEnd(person, '/api/account/session')).not.toBeNull()
  })

  it('is over, cookie and all, when its last request in the second half is to log out', async () => {
    const person = await world.person()
    world.clock.advance(4 * day)
    const answer = await person.post('/api/account/logout')
    expect(answer.headers.getSetCookie()).toHaveLength(1)
    expect(person.cookie()).toBeUndefined()
    expect(await sessionsOf(person.id)).toEqual([])
  })

  it('is one of any number', async () => {
    const person = await world.person()
    const clients = await Promise.all(Array.from({ length: 12 }, () => loggedIn(world, person.userName)))
    expect(await sessionsOf(person.id)).toHaveLength(13)
    const statuses = await Promise.all([person, ...clients].map(profileStatus))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('ends with the secret key of the installation', async () => {
    const person = await world.person()
    const moved = async (secretKey?: string): Promise<number> => {
      const other = await world.another(secretKey === undefined ? {} : { secretKey })
      onTestFinished(() => other.close())
      const client = other.visitor()
      client.setCookie(person.cookie() ?? '')
      return profileStatus(client)
    }
    expect(await moved()).toBe(200)
    expect(await moved('another key of the installation')).toBe(401)
  })

  it('is kept without its token', async () => {
    const person = await world.person()
    const [row] = await sessionsOf(person.id)
    expect(JSON.stringify(row)).not.toContain(person.cookie())
    expect(row?.token_hash).toHaveLength(32)
  })

  it('is swept away when it is over', async () => {
    const [gone, kept] = [await world.person(), await world.person()]
    world.clock.advance(4 * day)
    expect(await profileStatus(kept)).toBe(200)
    world.clock.advance(4 * day)
    await world.core.sessions.sweep()
    expect(await sessionsOf(gone.id)).toEqual([])
    expect(await sessionsOf(kept.id)).toHaveLength(1)
    expect(await profileStatus(kept)).toBe(200)
  })
})

describe('a restart', () => {
  it('ends no session, and no link sent by mail', async () => {
    const [person, admin] = [await world.person(), await world.person('Admin')]
    await setPolicy(admin, { emailConfirmationRequired: true })
    await world.visitor().post('/api/account/recovery', { email: person.email })
    const { token, email } = await lastMail(admin, person.email)
    const restarted = await world.another()
    try {
      const client = restarted.visitor()
      client.setCookie(person.cookie() ?? '')
      expect(await profileStatus(client)).toBe(200)
      const reset = { password: 'An0therWord', rToken: token, email }
      expect((await client.post('/api/account/passwordreset', reset)).status).toBe(200)
    } finally {
      await restarted.close()
    }
  })
})

describe('a change that happens between looking and beginning', () => {
  it('leaves no session behind that rests on what was before', async () => {
    const person = await world.person()
    const { sessions } = world.core
    const origin = { address: null, agent: '', secure: false }
    const stamp = crypto.randomUUID()
    await expect(sessions.begin({ id: person.id, stamp }, origin)).rejects.toMatchObject({
      code: 'auth.required',
    })
    await expect(sessions.begin({ id: crypto.randomUUID(), stamp }, origin)).rejects.toMatchObject({
      status: 401,
    })
    expect(await sessionsOf(person.id)).toHaveLength(1)
  })

  it('ends sessions in the database together with what they rest on', async () => {
    const person = await world.person()
    // As if the process had died right after the password was stored.
    await world.db
      .updateTable('user')
      .set({ stamp: crypto.randomUUID() })
      .where('id', '=', person.id)
      .execute()
    world.clock.advance(minute)
    expect(await profileStatus(person)).toBe(401)
    expect((await login(person, person.userName)).status).toBe(200)
  })
})
