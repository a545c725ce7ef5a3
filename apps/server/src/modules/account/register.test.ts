import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  byMail,
  login,
  mailsTo,
  profileStatus,
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

const idOf = (name: string) =>
  world.db.selectFrom('user').selectAll().where('name', '=', name).executeTakeFirst()

describe('registering', () => {
  it('logs in at once where accounts are active on registration', async () => {
    const visitor = world.visitor()
    const answer = await register(visitor, registrationOf('at-once'))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ title: expect.any(String), data: 'LoggedIn', status: 200 })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await profileStatus(visitor)).toBe(200)
    expect(await idOf('at-once')).toMatchObject({ email_confirmed: true, role: 'User' })
  })

  it('does so too where confirmation by mail is on, and sends no mail then', async () => {
    await setPolicy(admin, { activeOnRegister: true, emailConfirmationRequired: true })
    const visitor = world.visitor()
    expect((await register(visitor, registrationOf('both-on'))).body.data).toBe('LoggedIn')
    expect(await mailsTo(admin, 'both-on@players.example')).toEqual([])
  })

  it('waits for an administrator where nothing confirms an account', async () => {
    await setPolicy(admin, { activeOnRegister: false })
    const visitor = world.visitor()
    const answer = await register(visitor, registrationOf('by-admin'))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      title: expect.any(String),
      data: 'AdminConfirmationRequired',
      status: 200,
    })
    expect(visitor.cookie()).toBeUndefined()
    expect(await mailsTo(admin, 'by-admin@players.example')).toEqual([])

    const refused = await login(visitor, 'by-admin')
    expect(refused.status).toBe(401)
    expect(refused.body.code).toBe('account.credentials')
    const user = await idOf('by-admin')
    await admin.put(`/api/admin/users/${user?.id}`, { emailConfirmed: true })
    expect((await login(visitor, 'by-admin')).status).toBe(200)
  })

  it('waits for the link of the mail where that is asked for', async () => {
    await setPolicy(admin, byMail)
    const visitor = world.visitor()
    const answer = await register(visitor, registrationOf('by-mail'))
    expect(answer.body).toEqual({
      title: expect.any(String),
      data: 'AdminConfirmationRequired',
      status: 200,
    })
    expect(visitor.cookie()).toBeUndefined()
    expect(await mailsTo(admin, 'by-mail@players.example')).toHaveLength(1)
    expect((await login(visitor, 'by-mail')).status).toBe(401)
  })

  it('gives ids that are ordered by creation, and the time of registration', async () => {
    world.clock.advance(1)
    const before = world.clock.now()
    for (const name of ['order-a', 'order-b', 'order-c']) {
      await register(world.visitor(), registrationOf(name))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const found = await Promise.all(['order-a', 'order-b', 'order-c'].map(idOf))
    const ids = found.map((user) => user?.id ?? '')
    expect(ids).toEqual(ids.toSorted())
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    for (const user of found) expect(user?.registered_at.getTime()).toBeGreaterThanOrEqual(before)
  })

  it('replaces the session of the user who was logged in', async () => {
    const somebody = await world.person('User')
    const token = somebody.cookie() ?? ''
    expect((await register(somebody, registrationOf('second-self'))).status).toBe(200)
    const { body } = await somebody.get<{ userName: string }>('/api/account/profile')
    expect(body.userName).toBe('second-self')
    const old = world.visitor()
    old.setCookie(token)
    expect(await profileStatus(old)).toBe(401)
  })

  it('takes members in any case and passes over what it does not know', async () => {
    const answer = await world.visitor().post('/api/account/register', {
      USERNAME: 'any-case',
      Email: 'any-case@players.example',
      passWord: 'Passw0rd',
      role: 'Admin',
      emailConfirmed: true,
    })
    expect(answer.status).toBe(200)
    expect(await idOf('any-case')).toMatchObject({ role: 'User' })
  })
})

describe('what a registration is made of', () => {
  const address = (length: number): string => `${crypto.randomUUID()}@${'d'.repeat(length - 37)}`
  const outcome = async (sign: object): Promise<[number, string | undefined, unknown]> => {
    const { status, body } = await register(world.visitor(), {
      ...registrationOf('never-used', address(60)),
      ...sign,
    })
    return [status, body.code, Reflect.get(body, 'field')]
  }

  it.each([
    [
      'userName',
      ['abc', '😀x', 'n'.repeat(15), '😀'.repeat(15)],
      ['ab', '😀', 'n'.repeat(16), '😀'.repeat(16)],
    ],
    ['email', [address(254)], [address(255), 'nobody', 'a@b@c', '@b', 'a@']],
    ['password', ['aA1aA1', `${'x'.repeat(126)}A1`], ['x'.repeat(1025)]],
  ])('holds a %s within its limits', async (field, fits, unfit) => {
    for (const [at, value] of fits.entries())
      expect(await outcome({ userName: `${field}-${at}`, [field]: value })).toEqual([
        200,
        undefined,
        undefined,
      ])
    for (const value of unfit)
      expect(await outcome({ [field]: value })).toEqual([400, expect.stringMatching(/^validation\./), field])
  })

  it.each(['userName', 'email', 'password'])('needs a %s', async (field) => {
    for (const nothing of [undefined, null, '', '   ', '\u200b\u200b\u200b'])
      expect(await outcome({ [field]: nothing })).toEqual([400, 'validation.required', field])
    for (const odd of [5, {}, ['text']])
      expect(await outcome({ [field]: odd })).toEqual([400, 'validation.type', field])
  })
})

describe('what a registration is refused for, first things first', () => {
  const code = async (sign: object): Promise<[number, string | undefined]> => {
    const { status, body } = await register(world.visitor(), sign)
    return [status, body.code]
  }
  const wrong = { userName: 'admin1', email: 'admin1@players.example', password: 'weak' }

  it('the shape of the request comes before everything', async () => {
    await setPolicy(admin, { allowRegister: false })
    expect(await code({ ...wrong, email: 'nobody' })).toEqual([400, 'validation.email'])
  })

  it('then whether registration is open', async () => {
    await setPolicy(admin, { allowRegister: false, emailDomainList: 'a.example' })
    expect(await code(wrong)).toEqual([400, 'account.registrationClosed'])
  })

  it('then the domain, whose alternatives are listed', async () => {
    await setPolicy(admin, { emailDomainList: ' a.example ,, B.example' })
    const { body } = await register(world.visitor(), wrong)
    expect(body.code).toBe('account.emailDomain')
    expect(body.title).toContain('a.example, B.example')
    expect(body).toEqual({ title: body.title, status: 400, code: body.code })
  })

  it('matches the domain exactly, case included', async () => {
    await setPolicy(admin, { emailDomainList: 'a.example,B.example' })
    const domain = (name: string) => code({ ...registrationOf('domain-test', `who@${name}`) })
    expect(await domain('A.example')).toEqual([400, 'account.emailDomain'])
    expect(await domain('b.example')).toEqual([400, 'account.emailDomain'])
    expect(await domain('sub.a.example')).toEqual([400, 'account.emailDomain'])
    expect(await domain('B.example')).toEqual([200, undefined])
  })

  it('then an address that a confirmed account has', async () => {
    const taken = await world.person('User')
    expect(await code({ ...wrong, email: taken.email })).toEqual([400, 'account.emailTaken'])
  })

  it('then the password policy, of which only the first rule is told', async () => {
    const taken = await world.person('User')
    const sign = (password: string) =>
      code({ userName: taken.userName, email: 'new@players.example', password })
    expect(await sign('aA1aA')).toEqual([400, 'password.tooShort'])
    expect(await sign('aaaaaa')).toEqual([400, 'password.needsDigit'])
    expect(await sign('AAAAA1')).toEqual([400, 'password.needsLower'])
    expect(await sign('aaaaa1')).toEqual([400, 'password.needsUpper'])
    expect(await sign(`${'a'.repeat(127)}A1`)).toEqual([400, 'password.tooLong'])
    expect(await sign('Passw0rd')).toEqual([400, 'account.nameTaken'])
  })

  it('leaves nothing behind', async () => {
    await setPolicy(admin, byMail)
    expect(await code({ ...registrationOf('nobody-yet'), password: 'weak' })).toEqual([
      400,
      'password.tooShort',
    ])
    expect(await idOf('nobody-yet')).toBeUndefined()
    expect(await mailsTo(admin, 'nobody-yet@players.example')).toEqual([])
  })
})
