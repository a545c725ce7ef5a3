import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  lastMail,
  loggedIn,
  login,
  mailsTo,
  profileStatus,
  register,
  registrationOf,
  type SentMail,
  setPolicy,
} from '../../../../../tests/kit/account.ts'
import { createWorld, type Person, testPassword, type World } from '../../../../../tests/kit/world.ts'
import { createLoginGuard } from './login-guard.ts'

const minute = 60_000
const newPassword = 'An0therWord'
let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  await setPolicy(admin, { emailConfirmationRequired: true })
})
afterAll(() => world.close())

const ask = (email: string) =>
  world.visitor().post<{ title: string; status: number; code?: string }>('/api/account/recovery', { email })

const asked = async (person: Person): Promise<SentMail> => {
  expect((await ask(person.email)).status).toBe(200)
  return lastMail(admin, person.email)
}

const reset = async (
  { token, email }: SentMail,
  password = newPassword,
): Promise<[number, string | undefined]> => {
  const answer = await world
    .visitor()
    .post<{ code: string } | undefined>('/api/account/passwordreset', { password, email, rToken: token })
  return [answer.status, answer.body?.code]
}

describe('asking for a new password', () => {
  it('answers with a title and sends a link to the page', async () => {
    const person = await world.person()
    const answer = await ask(person.email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ title: expect.any(String), status: 200 })
    const mail = await lastMail(admin, person.email)
    expect(mail.kind).toBe('reset')
    expect(mail.url.pathname).toBe('/account/reset')
    expect(Buffer.from(mail.email, 'base64').toString()).toBe(person.email)
  })

  it('answers 404 for an address that nobody has, and for one that waits for confirmation', async () => {
    expect(await ask('nobody@players.example')).toMatchObject({
      status: 404,
      body: { status: 404, code: 'account.emailUnknown' },
    })
    await setPolicy(admin, { activeOnRegister: false, emailConfirmationRequired: true })
    await register(world.visitor(), registrationOf('waits'))
    expect(await ask('waits@players.example')).toMatchObject({
      status: 404,
      body: { code: 'account.emailUnconfirmed' },
    })
    await setPolicy(admin, { emailConfirmationRequired: true })
  })

  it('answers 400 where only administrators reset passwords, after looking for the address', async () => {
    const person = await world.person()
    await setPolicy(admin, {})
    expect(await ask(person.email)).toMatchObject({
      status: 400,
      body: { code: 'account.recoveryByAdmin' },
    })
    expect((await ask('nobody@players.example')).status).toBe(404)
    expect(await mailsTo(admin, person.email)).toEqual([])
    await setPolicy(admin, { emailConfirmationRequired: true })
  })

  it('answers 400 where the address is none or missing', async () => {
    for (const [email, code] of [
      ['nobody', 'validation.email'],
      ['', 'validation.required'],
    ] as const)
      expect(await ask(email)).toMatchObject({ status: 400, body: { code, field: 'email' } })
  })
})

describe('setting a new password with the link', () => {
  it('makes the new password the only one and ends every session', async () => {
    const person = await world.person()
    const elsewhere = await loggedIn(world, person.userName)
    const answer = await world.visitor().post('/api/account/passwordreset', {
      password: newPassword,
      rToken: (await asked(person)).token,
      email: (await lastMail(admin, person.email)).email,
    })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await profileStatus(person)).toBe(401)
    expect(await profileStatus(elsewhere)).toBe(401)
    expect((await login(world.visitor(), person.userName, testPassword)).status).toBe(401)
    expect((await login(world.visitor(), person.userName, newPassword)).status).toBe(200)
  })

  it('works once, also when used twice at the same time', async () => {
    const mail = await asked(await world.person())
    const outcomes = await Promise.all([reset(mail), reset(mail, 'Y3tAnother')])
    expect(outcomes).toContainEqual([200, undefined])
    expect(outcomes).toContainEqual([400, 'account.resetInvalid'])
    expect(await reset(mail)).toEqual([400, 'account.resetInvalid'])
  })

  it('works within three hours', async () => {
    const early = await asked(await world.person())
    const late = await asked(await world.person())
    world.clock.advance(180 * minute - 30_000)
    expect(await reset(early)).toEqual([200, undefined])
    world.clock.advance(30_000)
    expect(await reset(late)).toEqual([400, 'account.resetInvalid'])
  })

  it('does not work any more after the password was changed otherwise', async () => {
    const person = await world.person()
    const mail = await asked(person)
    await person.put('/api/account/changepassword', { old: testPassword, new: newPassword })
    expect(await reset(mail)).toEqual([400, 'account.resetInvalid'])
    const byAdmin = await asked(person)
    await admin.delete(`/api/admin/users/${person.id}/password`)
    expect(await reset(byAdmin)).toEqual([400, 'account.resetInvalid'])
  })

  it('does not work any more after name or address were changed', async () => {
    const person = await world.person()
    const mail = await asked(person)
    await person.put('/api/account/update', { userName: 'renamed-meanwhi' })
    expect(await reset(mail)).toEqual([400, 'account.resetInvalid'])
    const again = await asked(person)
    await admin.put(`/api/admin/users/${person.id}`, { email: 'moved@players.example', emailConfirmed: true })
    expect(await reset(again)).toEqual([400, 'account.resetInvalid'])
    const moved = { ...again, email: Buffer.from('moved@players.example').toString('base64') }
    expect(await reset(moved)).toEqual([400, 'account.resetInvalid'])
  })

  it('does not work with the token of another user or purpose, nor with nonsense', async () => {
    const [one, another] = [await world.person(), await world.person()]
    const mine = await asked(one)
    const theirs = await asked(another)
    await one.put('/api/account/changeemail', { newMail: 'other-purpose@players.example' })
    const change = await lastMail(admin, 'other-purpose@players.example')
    const none = Buffer.from('nobody@players.example').toString('base64')
    for (const mail of [
      { ...mine, token: theirs.token },
      { ...mine, token: change.token },
      { ...change, email: mine.email },
      { ...mine, email: none },
      { ...mine, token: '%%%' },
      { ...mine, email: '%%%' },
    ])
      expect(await reset(mail)).toEqual([400, 'account.resetInvalid'])
    expect(await reset(mine)).toEqual([200, undefined])
  })

  it('looks at the link before the policy, and leaves the link good for a better password', async () => {
    const mail = await asked(await world.person())
    expect(await reset({ ...mail, token: 'x' }, 'weak')).toEqual([400, 'account.resetInvalid'])
    expect(await reset(mail, 'weak')).toEqual([400, 'password.tooShort'])
    expect(await reset(mail, 'nodigits')).toEqual([400, 'password.needsDigit'])
    expect(await reset(mail)).toEqual([200, undefined])
  })

  it('forgives the tries of a user who forgot the password', async () => {
    const person = await world.person()
    const { bus, cache } = world.adapters
    const guard = createLoginGuard({ bus, cache, clock: world.clock }, { delay: async () => undefined })
    for (let at = 0; at < 12; at += 1) await guard.attempt([person.id], '127.0.0.1', async () => false)
    expect((await login(world.visitor(), person.userName)).status).toBe(429)
    await reset(await asked(person))
    expect((await login(world.visitor(), person.userName, newPassword)).status).toBe(200)
  })

  it('answers 400 where a member is missing', async () => {
    const answer = await world.visitor().post<{ code: string; field: string }>('/api/account/passwordreset', {
      password: newPassword,
      email: 'x',
    })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([
      400,
      'validation.required',
      'rToken',
    ])
  })
})
