import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  lastMail,
  loggedIn,
  mailsTo,
  profileStatus,
  type SentMail,
  setPolicy,
} from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, type Person, testPassword, type World } from '../../../../../tests/kit/world.ts'

const minute = 60_000
let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())
beforeEach(() => setPolicy(admin, { emailConfirmationRequired: true }))

type Body = { title: string; data?: boolean; status: number; code?: string }
const ask = (who: Client, newMail: string) => who.put<Body>('/api/account/changeemail', { newMail })

let made = 0
const asked = async (who: Client): Promise<SentMail> => {
  const newMail = `new-${++made}@players.example`
  expect((await ask(who, newMail)).status).toBe(200)
  return lastMail(admin, newMail)
}

const confirm = async (
  who: Client,
  { token, email }: Pick<SentMail, 'token' | 'email'>,
): Promise<[number, string | undefined]> => {
  const answer = await who.post<Body | undefined>('/api/account/mailchangeconfirm', { token, email })
  return [answer.status, answer.body?.code]
}

const emailOf = async (who: Client): Promise<string> =>
  (await who.get<{ email: string }>('/api/account/profile')).body.email

describe('asking for another address', () => {
  it('sends a link to the new address and changes nothing yet', async () => {
    const person = await world.person()
    const answer = await ask(person, 'Fresh@players.example')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ title: expect.any(String), data: true, status: 200 })
    const mail = await lastMail(admin, 'Fresh@players.example')
    expect(mail.kind).toBe('change')
    expect(mail.url.pathname).toBe('/account/confirm')
    expect(await emailOf(person)).toBe(person.email)
    expect(await mailsTo(admin, person.email)).toEqual([])
  })

  it('answers 401 for anyone who is not logged in', async () => {
    expect((await ask(world.visitor(), 'fresh@players.example')).status).toBe(401)
  })

  it('refuses in order: an address in use, a domain, being switched off', async () => {
    const [person, other] = [await world.person(), await world.person()]
    await setPolicy(admin, { emailDomainList: 'players.example,else.example' })
    const code = async (newMail: string) => {
      const { status, body } = await ask(person, newMail)
      return [status, body.code]
    }
    expect(await code('nobody')).toEqual([400, 'validation.email'])
    expect(await code(other.email.toUpperCase())).toEqual([400, 'account.emailTaken'])
    expect(await code(person.email)).toEqual([400, 'account.emailTaken'])
    expect(await code('me@Else.example')).toEqual([400, 'account.emailDomain'])
    const off = await ask(person, 'me@else.example')
    expect(off.status).toBe(400)
    expect(off.body).toEqual({
      title: expect.any(String),
      data: false,
      status: 400,
      code: 'account.emailChangeOff',
    })
  })
})

describe('confirming another address', () => {
  it('makes it the address of the account, ends other sessions and renews the own', async () => {
    const person = await world.person()
    const elsewhere = await loggedIn(world, person.userName)
    const before = person.cookie()
    const mail = await asked(person)
    expect(await confirm(person, mail)).toEqual([200, undefined])
    expect(person.cookie()).not.toBe(before)
    expect(await emailOf(person)).toBe(mail.to)
    expect(await profileStatus(elsewhere)).toBe(401)
    await loggedIn(world, mail.to.toUpperCase())
    const old = await world
      .visitor()
      .post('/api/account/login', { userName: person.email, password: testPassword })
    expect(old.status).toBe(401)
  })

  it('works in another browser of the same user, once', async () => {
    const person = await world.person()
    const mail = await asked(person)
    const elsewhere = await loggedIn(world, person.userName)
    const outcomes = await Promise.all([confirm(elsewhere, mail), confirm(person, mail)])
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1)
    expect(await confirm(await loggedIn(world, person.userName), mail)).toEqual([400, 'account.emailInvalid'])
  })

  it('is tied to the user, the address and three hours', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const mail = await asked(person)
    expect(await confirm(world.visitor(), mail)).toEqual([401, 'auth.required'])
    expect(await confirm(other, mail)).toEqual([400, 'account.emailInvalid'])
    const email = Buffer.from('mallory@players.example').toString('base64')
    expect(await confirm(person, { ...mail, email })).toEqual([400, 'account.emailInvalid'])
    const upper = Buffer.from(mail.to.toUpperCase()).toString('base64')
    expect(await confirm(person, { ...mail, email: upper })).toEqual([400, 'account.emailInvalid'])
    world.clock.advance(180 * minute - 30_000)
    const late = await asked(person)
    expect(await confirm(person, mail)).toEqual([200, undefined])
    world.clock.advance(180 * minute)
    expect(await confirm(person, late)).toEqual([400, 'account.emailInvalid'])
  })

  it('is tied to the purpose, and to the password of the time', async () => {
    const person = await world.person()
    await world.visitor().post('/api/account/recovery', { email: person.email })
    const reset = await lastMail(admin, person.email)
    expect(await confirm(person, reset)).toEqual([400, 'account.emailInvalid'])
    const mail = await asked(person)
    await person.put('/api/account/changepassword', { old: testPassword, new: 'An0therWord' })
    expect(await confirm(person, mail)).toEqual([400, 'account.emailInvalid'])
  })

  it('is refused when somebody else has the address by then', async () => {
    const [person, quicker] = [await world.person(), await world.person()]
    await ask(person, 'contested@players.example')
    const mail = await lastMail(admin, 'contested@players.example')
    await ask(quicker, 'CONTESTED@players.example')
    const other = await lastMail(admin, 'CONTESTED@players.example')
    expect(await confirm(quicker, other)).toEqual([200, undefined])
    expect(await confirm(person, mail)).toEqual([400, 'account.emailInvalid'])
    expect(await emailOf(person)).toBe(person.email)
    expect(await profileStatus(person)).toBe(200)
  })

  it('answers 400 for what makes no sense', async () => {
    const person = await world.person()
    expect(await confirm(person, { token: '%%%', email: '%%%' })).toEqual([400, 'account.emailInvalid'])
    const zero = Buffer.from('\0').toString('base64')
    expect(await confirm(person, { token: zero, email: zero })).toEqual([400, 'account.emailInvalid'])
  })
})
