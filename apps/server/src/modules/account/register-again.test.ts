import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  byMail,
  login,
  mailsTo,
  register,
  registrationOf,
  setPolicy,
} from '../../../../../tests/kit/account.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())
beforeEach(() => setPolicy(admin, {}))

const usersOf = (email: string) =>
  world.db.selectFrom('user').selectAll().where('email', '=', email).execute()

describe('registering again with an address that waits for confirmation', () => {
  const email = (name: string): string => `${name}@players.example`
  const newPassword = 'An0therWord'

  const unconfirmed = async (name: string): Promise<void> => {
    await setPolicy(admin, byMail)
    expect((await register(world.visitor(), registrationOf(name))).status).toBe(200)
  }

  it('sends a mail of its own, whose link gives it the account', async () => {
    await unconfirmed('again')
    const visitor = world.visitor()
    const answer = await register(visitor, {
      userName: 'other-name',
      email: email('again').toUpperCase(),
      password: newPassword,
    })
    expect([answer.status, visitor.cookie()]).toEqual([200, undefined])
    const [mail] = await mailsTo(admin, email('again').toUpperCase())
    expect(mail?.html).toContain('other-name')
    const sent = { token: mail?.token, email: mail?.email }
    expect((await visitor.post('/api/account/verify', sent)).status).toBe(200)
    expect((await login(world.visitor(), 'other-name', newPassword)).status).toBe(200)
    expect((await login(world.visitor(), 'again')).status).toBe(401)
    expect(await usersOf(email('again').toUpperCase())).toMatchObject([{ name: 'other-name' }])
  })

  it('never gives a session, also where accounts are active on registration by now', async () => {
    await unconfirmed('no-session')
    await setPolicy(admin, { activeOnRegister: true })
    const visitor = world.visitor()
    const answer = await register(visitor, { ...registrationOf('no-session'), password: newPassword })
    expect(answer.body).toMatchObject({ data: 'AdminConfirmationRequired', status: 200 })
    expect(answer.headers.getSetCookie()).toEqual([])
    for (const password of [newPassword, 'Passw0rd'])
      expect((await login(visitor, 'no-session', password)).status).toBe(401)
  })

  it('asks for a free name and a strong password, as every registration does', async () => {
    await unconfirmed('looked-at')
    const code = async (changes: object): Promise<string | undefined> =>
      (await register(world.visitor(), { ...registrationOf('looked-at'), ...changes })).body.code
    expect(await code({ userName: admin.userName })).toBe('account.nameTaken')
    expect(await code({ password: 'weak' })).toBe('password.tooShort')
    expect(await code({})).toBeUndefined()
    expect(await usersOf(email('looked-at'))).toMatchObject([{ name: 'looked-at' }])
  })

  it('still obeys the list of domains and a closed registration', async () => {
    await unconfirmed('still-obeys')
    await setPolicy(admin, { ...byMail, emailDomainList: 'elsewhere.example' })
    expect((await register(world.visitor(), registrationOf('still-obeys'))).body.code).toBe(
      'account.emailDomain',
    )
    await setPolicy(admin, { ...byMail, allowRegister: false })
    expect((await register(world.visitor(), registrationOf('still-obeys'))).body.code).toBe(
      'account.registrationClosed',
    )
  })
})

describe('names and addresses belong to one account', () => {
  it.each([
    ['in another case', 'Unique-Name', 'uNIQUE-nAME'],
    ['in full width', 'wide-name', 'ｗｉｄｅ-ｎａｍｅ'],
    ['composed otherwise', 'caf\u00e9-name', 'cafe\u0301-name'],
  ])('a name %s is taken', async (_, first, second) => {
    expect(
      (await register(world.visitor(), registrationOf(first, `${crypto.randomUUID()}@x.example`))).status,
    ).toBe(200)
    const { status, body } = await register(
      world.visitor(),
      registrationOf(second, `${crypto.randomUUID()}@x.example`),
    )
    expect([status, body.code]).toEqual([400, 'account.nameTaken'])
  })

  it.each([
    ['in another case', 'Some.One@x.example', 'some.one@X.EXAMPLE'],
    ['in full width', 'wide@x.example', 'ｗｉｄｅ@x.example'],
  ])('an address %s is taken', async (_, first, second) => {
    const sign = (email: string) =>
      register(world.visitor(), registrationOf(crypto.randomUUID().slice(0, 12), email))
    expect((await sign(first)).status).toBe(200)
    const { status, body } = await sign(second)
    expect([status, body.code]).toEqual([400, 'account.emailTaken'])
  })

  it('shows name and address as they were written', async () => {
    const visitor = world.visitor()
    await register(visitor, registrationOf('WrittenSo', 'Written.So@x.Example'))
    const { body } = await visitor.get('/api/account/profile')
    expect(body).toMatchObject({ userName: 'WrittenSo', email: 'Written.So@x.Example' })
  })

  it('lets exactly one of many who want a name at once have it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        register(
          world.visitor(),
          registrationOf(at % 2 === 0 ? 'wanted-name' : 'WANTED-NAME', `wanted${at}@x.example`),
        ),
      ),
    )
    const codes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim())
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(codes.filter((code) => code === '400 account.nameTaken')).toHaveLength(11)
  })

  it('makes one account of many registrations with one address, and sends each of them the mail', async () => {
    await setPolicy(admin, byMail)
    const sign = (at: number) => registrationOf(`at-once-${at}`, 'at-once@x.example')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => register(world.visitor(), sign(at))),
    )
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual(
      answers.map(() => [200, 'AdminConfirmationRequired']),
    )
    expect(await usersOf('at-once@x.example')).toHaveLength(1)
    expect(await mailsTo(admin, 'at-once@x.example')).toHaveLength(6)
  })
})
