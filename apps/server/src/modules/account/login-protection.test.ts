import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, register, registrationOf } from '../../../../../tests/kit/account.ts'
import { createWorld, testPassword, type World } from '../../../../../tests/kit/world.ts'
import { createLoginGuard } from './login-guard.ts'

const here = '192.0.2.20'
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const at = (address: string) => world.visitor({ 'x-forwarded-for': address })

const failed = async (account: string, times: number): Promise<void> => {
  const guard = createLoginGuard(world.core, { delay: async () => undefined })
  for (let count = 0; count < times; count += 1) await guard.attempt([account], here, async () => false)
}

describe('guessing a password', () => {
  it('gets slower and slower answers', async () => {
    const person = await world.person()
    for (let count = 0; count < 3; count += 1)
      expect((await login(at(here), person.userName, 'Wr0ngWord')).status).toBe(401)
    const start = performance.now()
    expect((await login(at(here), person.email, 'Wr0ngWord')).status).toBe(401)
    expect(performance.now() - start).toBeGreaterThanOrEqual(245)
    expect((await login(at(here), person.userName)).status).toBe(200)
  })

  it('is told to come back later after twelve failures, also with the right password', async () => {
    const person = await world.person()
    await failed(person.id, 12)
    const answer = await login(at(here), person.userName)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('15')
    expect(answer.body).toEqual({
      title: expect.stringContaining('15'),
      status: 429,
      code: 'account.tryLater',
    })
    expect((await login(at(here), person.email)).status).toBe(429)
  })

  it('bothers neither others at the address nor the owner elsewhere', async () => {
    const [person, neighbour] = [await world.person(), await world.person()]
    await failed(person.id, 12)
    expect((await login(at(here), neighbour.userName)).status).toBe(200)
    expect((await login(at('192.0.2.21'), person.userName)).status).toBe(200)
    expect((await login(at('2001:db8::7'), person.userName)).status).toBe(200)
    expect((await login(at(here), person.userName)).status).toBe(429)
  })

  it('counts against names that nobody has as against any other', async () => {
    await failed('unknown nobody-yet', 12)
    expect((await login(at(here), 'Nobody-Yet', 'Wr0ngWord')).status).toBe(429)
    expect((await register(world.visitor(), registrationOf('nobody-yet'))).status).toBe(200)
    expect((await login(at(here), 'nobody-yet')).status).toBe(200)
  })

  it('is over with the right password', async () => {
    const person = await world.person()
    await failed(person.id, 4)
    expect((await login(at(here), person.userName)).status).toBe(200)
    const answers = []
    for (let count = 0; count < 3; count += 1)
      answers.push(await login(at(here), person.userName, 'Wr0ngWord'))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('is not possible by changing the password of an open session either', async () => {
    const person = await world.person()
    await failed(person.id, 12)
    const change = () =>
      person.call<{ code: string }>('PUT', '/api/account/changepassword', {
        body: { old: testPassword, new: 'An0therWord' },
        headers: { 'x-forwarded-for': here },
      })
    const refused = await change()
    expect([refused.status, refused.body.code]).toEqual([429, 'account.tryLater'])
  })
})

describe('somebody who knows the password', () => {
  it('may log in many times at once', async () => {
    const person = await world.person()
    const answers = await Promise.all(Array.from({ length: 60 }, () => login(at(here), person.userName)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const tokens = new Set(answers.map(({ headers }) => headers.getSetCookie()[0]?.split(';')[0]))
    expect(tokens.size).toBe(60)
  })

  it('may do so also after mistyping it once', async () => {
    const person = await world.person()
    expect((await login(at(here), person.userName, 'Wr0ngWord')).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(at(here), person.userName)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
