import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo, register, registrationOf, setPolicy } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { outsideCluster } from '../../../../../tests/kit/cluster.ts'
import { type FakeTurnstile, startFakeTurnstile } from '../../../../../tests/kit/fake-turnstile.ts'
import { workFor } from '../../../../../tests/kit/proof-of-work.ts'
import { createWorld, type Person, testPassword, type World } from '../../../../../tests/kit/world.ts'

type Refusal = { title: string; status: number; code: string } | undefined
const login = (who: Client, userName: string, challenge?: string | null, password = testPassword) =>
  who.post<Refusal>('/api/account/login', { userName, password, challenge })

describe('proof of work', () => {
  let world: World
  let admin: Person
  let person: Person
  beforeAll(async () => {
    world = await createWorld({
      settings: { CAPTCHA_CONFIG__PROVIDER: 'HashPow', CAPTCHA_CONFIG__HASH_POW__DIFFICULTY: '8' },
    })
    admin = await world.person('Admin')
    person = await world.person()
    await setPolicy(admin, { useCaptcha: true, emailConfirmationRequired: true })
  })
  afterAll(() => world.close())

  it('is what clients are told to do, while captchas are used', async () => {
    const visitor = world.visitor()
    const told = async () => (await visitor.get('/api/captcha')).body
    expect(await told()).toEqual({ type: 'HashPow', siteKey: '' })
    const task = await visitor.get('/api/captcha/powchallenge')
    expect(task.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      challenge: expect.stringMatching(/^[0-9a-f]{16}$/),
      difficulty: 8,
    })
    await setPolicy(admin, {})
    expect(await told()).toEqual({ type: 'None', siteKey: '' })
    expect((await visitor.get('/api/captcha/powchallenge')).status).toBe(200)
    expect((await login(visitor, person.userName)).status).toBe(200)
    await setPolicy(admin, { useCaptcha: true, emailConfirmationRequired: true })
  })

  it('opens login, registration and recovery, once each', async () => {
    const visitor = world.visitor()
    const first = await workFor(visitor)
    expect((await login(visitor, person.userName, first)).status).toBe(200)
    expect(await login(visitor, person.userName, first)).toMatchObject({
      status: 400,
      body: { status: 400, code: 'captcha.failed' },
    })
    const second = await workFor(visitor)
    expect((await register(visitor, { ...registrationOf('worked'), challenge: second })).status).toBe(200)
    expect((await register(visitor, { ...registrationOf('worked-2'), challenge: second })).body.code).toBe(
      'captcha.failed',
    )
    const { email } = person
    const challenge = await workFor(visitor)
    expect((await visitor.post('/api/account/recovery', { email, challenge })).status).toBe(200)
    expect((await visitor.post('/api/account/recovery', { email, challenge })).status).toBe(400)
    expect(await mailsTo(admin, email)).toHaveLength(1)
  })

  it('opens one route of many that are tried with it together', async () => {
    const challenge = await workFor(world.visitor())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => login(world.visitor(), person.userName, challenge)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body?.code === 'captcha.failed')).toHaveLength(7)
  })

  it('is asked for before anything else is looked at, and spent also if that fails', async () => {
    const visitor = world.visitor()
    expect((await login(visitor, 'nobody')).body?.code).toBe('captcha.failed')
    const challenge = await workFor(visitor)
    expect((await login(visitor, person.userName, challenge, 'Wr0ngWord')).status).toBe(401)
    expect((await login(visitor, person.userName, challenge)).body?.code).toBe('captcha.failed')
    const other = await workFor(visitor)
    const weak = await register(visitor, { ...registrationOf('spent'), password: 'weak', challenge: other })
    expect(weak.body.code).toBe('password.tooShort')
    expect((await register(visitor, { ...registrationOf('spent'), challenge: other })).body.code).toBe(
      'captcha.failed',
    )
  })

  it('is not looked at while the request makes no sense, nor while registration is closed', async () => {
    const challenge = await workFor(world.visitor())
    const visitor = world.visitor()
    expect((await register(visitor, { ...registrationOf('ab'), challenge })).body.code).toBe(
      'validation.tooShort',
    )
    await setPolicy(admin, { useCaptcha: true, allowRegister: false })
    expect((await register(visitor, { ...registrationOf('closed'), challenge })).body.code).toBe(
      'account.registrationClosed',
    )
    await setPolicy(admin, { useCaptcha: true, emailConfirmationRequired: true })
    expect((await register(visitor, { ...registrationOf('open-now'), challenge })).status).toBe(200)
  })

  it('can be tried again after a wrong answer', async () => {
    const visitor = world.visitor()
    // The search starts at a fixed place, so the answer right before the one found is certainly wrong.
    let right = await workFor(visitor)
    while (right.endsWith('00000000')) right = await workFor(visitor)
    const [id = '', work = ''] = right.split(':')
    const before = (BigInt(`0x${work}`) - 1n).toString(16)
    const wrong = [
      undefined,
      null,
      '',
      id,
      work,
      `${id}:`,
      `${id}:${work.slice(2)}`,
      `${id}:${work}00`,
      `${id}:${work}:`,
      `${id}:zzzzzzzzzzzzzzzz`,
      `${id}:${before}`,
      `000000000000:${work}`,
      'é'.repeat(29),
    ]
    for (const challenge of wrong)
      expect(await login(visitor, person.userName, challenge)).toMatchObject({
        status: 400,
        body: { code: 'captcha.failed' },
      })
    expect((await login(visitor, person.userName, `${id}:${work.toUpperCase()}`)).status).toBe(200)
  })

  outsideCluster(() =>
    it('is good for five minutes', async () => {
      const visitor = world.visitor()
      const challenge = await workFor(visitor)
      world.clock.advance(5 * 60_000)
      expect((await login(visitor, person.userName, challenge)).body?.code).toBe('captcha.failed')
    }),
  )

  it('is not asked for elsewhere', async () => {
    const own = await workFor(world.visitor())
    const member = world.visitor()
    expect((await login(member, person.userName, own)).status).toBe(200)
    const change = await member.put('/api/account/changepassword', { old: testPassword, new: testPassword })
    expect(change.status).toBe(200)
    const reset = await world.visitor().post<Refusal>('/api/account/passwordreset', {
      password: testPassword,
      email: 'x',
      rToken: 'x',
    })
    expect(reset.body?.code).toBe('account.resetInvalid')
  })
})

describe('Turnstile', () => {
  let world: World
  let turnstile: FakeTurnstile
  let admin: Person
  let person: Person
  beforeAll(async () => {
    turnstile = await startFakeTurnstile('the secret key')
    world = await createWorld({
      settings: {
        CAPTCHA_CONFIG__PROVIDER: 'CloudflareTurnstile',
        CAPTCHA_CONFIG__SITE_KEY: 'the-site-key',
        CAPTCHA_CONFIG__SECRET_KEY: 'the secret key',
        CAPTCHA_CONFIG__VERIFY_URL: turnstile.url,
      },
    })
    admin = await world.person('Admin')
    person = await world.person()
    await setPolicy(admin, { useCaptcha: true })
  })
  afterAll(async () => {
    await world.close()
    await turnstile.close()
  })

  it('is what clients are told to do', async () => {
    const { body } = await world.visitor().get('/api/captcha')
    expect(body).toEqual({ type: 'CloudflareTurnstile', siteKey: 'the-site-key' })
    const task = await world.visitor().get('/api/captcha/powchallenge')
    expect([task.status, task.body]).toMatchObject([404, { status: 404, code: 'captcha.off' }])
  })

  it('lets a token pass once, and tells Cloudflare whose it is', async () => {
    const visitor = world.visitor({ 'x-forwarded-for': '198.51.100.77' })
    const token = turnstile.issue()
    expect((await login(visitor, person.userName, token)).status).toBe(200)
    expect(turnstile.requests.at(-1)?.body).toMatchObject({
      secret: 'the secret key',
      response: token,
      remoteip: '198.51.100.77',
    })
    expect((await login(visitor, person.userName, token)).body?.code).toBe('captcha.failed')
  })

  it('lets nobody pass without a token, nor while Cloudflare does not answer as it should', async () => {
    const visitor = world.visitor()
    const asked = turnstile.requests.length
    for (const nothing of [undefined, null, '']) {
      expect((await login(visitor, person.userName, nothing)).body?.code).toBe('captcha.failed')
    }
    expect(turnstile.requests).toHaveLength(asked)
    turnstile.behave({ kind: 'answers', status: 500, body: 'oops' })
    expect((await login(visitor, person.userName, turnstile.issue())).body?.code).toBe('captcha.failed')
    turnstile.behave({ kind: 'honest' })
    expect((await login(visitor, person.userName, turnstile.issue())).status).toBe(200)
  })
})
