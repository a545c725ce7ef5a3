import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  loggedIn,
  login,
  profileStatus,
  register,
  registrationOf,
  setPolicy,
} from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, type Person, testPassword, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const whoIs = async (who: Client): Promise<string> =>
  (await who.get<{ userName: string }>('/api/account/profile')).body.userName

describe('logging in', () => {
  it('answers nothing but a session for a week, and the mark of the browser', async () => {
    const person = await world.person()
    const answer = await login(world.visitor(), person.userName)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
    expect(answer.headers.get('content-type')).toBeNull()
    const [cookie = '', ...more] = answer.headers.getSetCookie()
    expect(more.map((line) => line.split('=')[0])).toEqual(['pennant_known'])
    const [pair = '', ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^pennant_session=[\w-]{43}$/)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
    expect(attributes).not.toContain('Secure')
    const expires = attributes.find((one) => one.startsWith('Expires='))?.slice(8) ?? ''
    const days = (Date.parse(expires) - world.clock.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
  })

  it('marks the cookie as secure where the proxy says that the caller came by HTTPS', async () => {
    const person = await world.person()
    const answer = await login(world.visitor({ 'x-forwarded-proto': 'https' }), person.userName)
    expect(answer.headers.getSetCookie()[0]).toContain('; Secure')
  })

  it('goes by name or address, in any case', async () => {
    const person = await world.person('User', 'MixedCase')
    for (const name of ['MixedCase', 'mixedcase', 'MIXEDCASE', person.email, person.email.toUpperCase()])
      expect((await login(world.visitor(), name)).status).toBe(200)
  })

  it('replaces the session that the caller had, and keeps it where the login fails', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const old = person.cookie() ?? ''
    expect((await login(person, other.userName, 'Wr0ngWord')).status).toBe(401)
    expect(await whoIs(person)).toBe(person.userName)
    expect((await login(person, other.userName)).status).toBe(200)
    expect(await whoIs(person)).toBe(other.userName)
    const visitor = world.visitor()
    visitor.setCookie(old)
    expect(await profileStatus(visitor)).toBe(401)
    expect(await whoIs(other)).toBe(other.userName)
  })

  it('says the same to an unknown name, a wrong password and an unconfirmed account', async () => {
    const person = await world.person()
    await setPolicy(admin, { activeOnRegister: false })
    await register(world.visitor(), registrationOf('unconfirmed'))
    await setPolicy(admin, {})
    const answers = await Promise.all([
      login(world.visitor(), 'nobody-at-all'),
      login(world.visitor(), person.userName, 'Wr0ngWord'),
      login(world.visitor(), 'unconfirmed'),
    ])
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual(answers[0].body)
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(answers[0].body).toEqual({ title: expect.any(String), status: 401, code: 'account.credentials' })
  })

  it('does the work of one password for each of them', async () => {
    const person = await world.person()
    const verify = vi.spyOn(world.adapters.hasher, 'verify')
    const hash = vi.spyOn(world.adapters.hasher, 'hash')
    try {
      for (const [name, password] of [
        ['nobody-at-all', testPassword],
        [person.userName, 'Wr0ngWord'],
        ['unconfirmed', testPassword],
        [person.email, testPassword],
      ] as const) {
        verify.mockClear()
        await login(world.visitor(), name, password)
        expect(verify).toHaveBeenCalledTimes(1)
      }
      expect(hash).not.toHaveBeenCalled()
    } finally {
      verify.mockRestore()
      hash.mockRestore()
    }
  })

  it('answers 400 where name or password are missing, null or blank', async () => {
    for (const [body, field] of [
      [{ password: 'x' }, 'userName'],
      [{ userName: 'x' }, 'password'],
      [{ userName: ' ', password: 'x' }, 'userName'],
      [{ userName: 'x', password: '   ' }, 'password'],
      [{ userName: 'x', password: null }, 'password'],
    ] as const) {
      const answer = await world.visitor().post('/api/account/login', body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ status: 400, code: 'validation.required', field })
    }
  })

  it('writes down when and from where', async () => {
    const person = await world.person()
    world.clock.advance(60_000)
    const before = world.clock.now()
    await login(world.visitor({ 'x-forwarded-for': '203.0.113.9' }), person.userName)
    const { data } = (
      await admin.post<{ data: { lastVisitedUtc: number; ip: string }[] }>(
        `/api/admin/users/search?hint=${person.userName}@`,
      )
    ).body
    expect(data[0]?.lastVisitedUtc).toBeGreaterThanOrEqual(before)
    expect(data[0]?.ip).toBe('203.0.113.9')
    const { signed_in_at: at } = await world.db
      .selectFrom('user')
      .select('signed_in_at')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(at?.getTime()).toBeGreaterThanOrEqual(before)
  })
})

const namedLike = async (name: string, password = testPassword): Promise<void> => {
  const person = await world.person()
  expect((await person.put('/api/account/changepassword', { old: testPassword, new: password })).status).toBe(
    200,
  )
  await world.db.updateTable('user').set({ name, name_key: name }).where('id', '=', person.id).execute()
}

describe('a name that is the address of somebody else', () => {
  it('keeps neither from logging in', async () => {
    const email = 'a@b.example'
    await namedLike(email, 'Namesake1')
    expect((await register(world.visitor(), registrationOf('the-owner', email))).status).toBe(200)
    for (let at = 0; at < 5; at += 1) {
      expect(await whoIs(await loggedIn(world, email))).toBe('the-owner')
      expect(await whoIs(await loggedIn(world, email, 'Namesake1'))).toBe(email)
    }
    expect((await login(world.visitor(), email, 'Wr0ngWord')).status).toBe(401)
  })

  it('means the address where both have the same password', async () => {
    await namedLike('c@d.example')
    expect((await register(world.visitor(), registrationOf('second', 'c@d.example'))).status).toBe(200)
    expect(await whoIs(await loggedIn(world, 'c@d.example'))).toBe('second')
  })
})

describe('somebody who is banned', () => {
  it('is told so only with the right password, and gets no cookie', async () => {
    const person = await world.person()
    await admin.put(`/api/admin/users/${person.id}`, { role: 'Banned' })
    const wrong = await login(world.visitor(), person.userName, 'Wr0ngWord')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'account.credentials'])
    const right = await login(world.visitor(), person.userName)
    expect([right.status, right.body.status, right.body.code]).toEqual([401, 401, 'account.banned'])
    expect(right.headers.getSetCookie()).toEqual([])
  })

  it('gets 403 on every guarded route right away, can log out, and then is nobody', async () => {
    const person = await world.person()
    await admin.put(`/api/admin/users/${person.id}`, { role: 'Banned' })
    for (const path of ['/api/account/profile', '/api/team', '/api/admin/users']) {
      const answer = await person.get<{ code: string }>(path)
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.banned'])
    }
    expect((await person.get('/api/config')).status).toBe(200)
    const out = await person.post('/api/account/logout')
    expect(out.status).toBe(200)
    expect(out.headers.getSetCookie()[0]).toMatch(/^pennant_session=;.*Expires=Thu, 01 Jan 1970/)
    expect(person.cookie()).toBeUndefined()
    expect(await profileStatus(person)).toBe(401)
  })

  it('comes back with the session of before when the ban is lifted', async () => {
    const person = await world.person()
    await admin.put(`/api/admin/users/${person.id}`, { role: 'Banned' })
    expect(await profileStatus(person)).toBe(403)
    await admin.put(`/api/admin/users/${person.id}`, { role: 'User' })
    expect(await profileStatus(person)).toBe(200)
  })
})

describe('logging out', () => {
  it('ends this session and no other, and clears the cookie', async () => {
    const person = await world.person()
    const elsewhere = await loggedIn(world, person.userName)
    const token = person.cookie() ?? ''
    const answer = await person.post('/api/account/logout')
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(person.cookie()).toBeUndefined()
    person.setCookie(token)
    expect(await profileStatus(person)).toBe(401)
    expect(await profileStatus(elsewhere)).toBe(200)
  })

  it('answers 401 for anyone who is not logged in', async () => {
    const answer = await world.visitor().post('/api/account/logout')
    expect([answer.status, answer.body]).toMatchObject([401, { status: 401, code: 'auth.required' }])
  })
})
