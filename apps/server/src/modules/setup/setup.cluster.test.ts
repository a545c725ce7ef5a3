import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loggedIn, profileStatus, register, registrationOf } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createTestDatabase } from '../../../../../tests/kit/test-database.ts'
import { createWorld, testPassword, type World } from '../../../../../tests/kit/world.ts'
import { ConfigFault } from '../../config/fault.ts'

type Refusal = { status: number; code: string } | undefined
const claim = (who: Client, token: string, sign: object = registrationOf('the-first')) =>
  who.post<Refusal>('/api/setup', { token, ...sign })
const outcome = async (...given: Parameters<typeof claim>): Promise<[number, string | undefined]> => {
  const { status, body } = await claim(...given)
  return [status, body?.code]
}
const needed = async (world: World): Promise<boolean> =>
  (await world.visitor().get<{ needed: boolean }>('/api/setup')).body.needed
const roleOf = async (who: Client): Promise<string> =>
  (await who.get<{ role: string }>('/api/account/profile')).body.role

describe('the link of the first administrator', () => {
  let world: World
  let token: string
  beforeEach(async () => {
    world = await createWorld()
    token = await world.app.modules.setup.token()
  })
  afterEach(() => world.close())

  it('makes an administrator, logs in, and works once', async () => {
    expect(await needed(world)).toBe(true)
    const visitor = world.visitor()
    const answer = await claim(visitor, token)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await roleOf(visitor)).toBe('Admin')
    expect((await visitor.get('/api/admin/users')).status).toBe(200)
    expect(await needed(world)).toBe(false)
    await loggedIn(world, 'the-first@players.example')
    expect(await outcome(world.visitor(), token, registrationOf('second'))).toEqual([400, 'setup.done'])
    expect(await outcome(world.visitor(), 'wrong', registrationOf('second'))).toEqual([400, 'setup.done'])
  })

  it('works for nobody who does not know it', async () => {
    for (const wrong of [
      'wrong',
      'x'.repeat(token.length),
      `${token}x`,
      token.slice(1),
      token.toLowerCase(),
      'é',
    ])
      expect(await outcome(world.visitor(), wrong)).toEqual([401, 'setup.tokenWrong'])
    expect(await outcome(world.visitor(), ' ')).toEqual([400, 'validation.required'])
    expect(await needed(world)).toBe(true)
    expect(await world.db.selectFrom('user').select('id').execute()).toEqual([])
  })

  it('makes one administrator of many who use it at once', async () => {
    const visitors = Array.from({ length: 6 }, () => world.visitor())
    const outcomes = await Promise.all(
      visitors.map((one, at) => outcome(one, token, registrationOf(`first-${at}`))),
    )
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1)
    expect(outcomes.filter(([, code]) => code === 'setup.done')).toHaveLength(5)
    expect(await world.db.selectFrom('user').select('role').execute()).toEqual([{ role: 'Admin' }])
  })

  it('stays good after a mistake', async () => {
    await register(world.visitor(), registrationOf('taken'))
    const visitor = world.visitor()
    const sign = registrationOf('the-first')
    expect(await outcome(visitor, token, { ...sign, password: 'weak' })).toEqual([400, 'password.tooShort'])
    expect(await outcome(visitor, token, { ...sign, password: 'weakweak' })).toEqual([
      400,
      'password.needsDigit',
    ])
    expect(await outcome(visitor, token, { ...sign, userName: 'TAKEN' })).toEqual([400, 'account.nameTaken'])
    expect(await outcome(visitor, token, { ...sign, email: 'taken@players.example' })).toEqual([
      400,
      'account.emailTaken',
    ])
    expect(await outcome(visitor, token, { ...sign, email: 'nobody' })).toEqual([400, 'validation.email'])
    expect(await outcome(visitor, token, sign)).toEqual([200, undefined])
  })

  it('takes the place of the session that the caller had, who stays a user', async () => {
    const person = await world.person()
    const old = person.cookie() ?? ''
    expect((await claim(person, token)).status).toBe(200)
    expect(await roleOf(person)).toBe('Admin')
    person.setCookie(old)
    expect(await profileStatus(person)).toBe(401)
    expect(await roleOf(await loggedIn(world, 'user1'))).toBe('User')
  })

  it('is needed although people have registered: none of them becomes administrator', async () => {
    const person = await world.person()
    expect(await roleOf(person)).toBe('User')
    expect(await needed(world)).toBe(true)
  })

  it('is the same after a restart, and a new one once it was used', async () => {
    const restarted = await world.another()
    try {
      expect(await restarted.app.modules.setup.token()).toBe(token)
    } finally {
      await restarted.close()
    }
    const admin = world.visitor()
    await claim(admin, token)
    await world.db.updateTable('user').set({ role: 'User' }).execute()
    const later = await world.another()
    try {
      expect(await needed(later)).toBe(true)
      const next = await later.app.modules.setup.token()
      expect(next).not.toBe(token)
      expect(await outcome(later.visitor(), token, registrationOf('next'))).toEqual([401, 'setup.tokenWrong'])
      expect(await outcome(later.visitor(), next, registrationOf('next'))).toEqual([200, undefined])
    } finally {
      await later.close()
    }
  })
})

describe('a password for the account Admin in the settings', () => {
  const start = (password: string, others: Parameters<typeof createWorld>[0] = {}): Promise<World> =>
    createWorld({ settings: { ADMIN_PASSWORD: password }, ...others })

  it('makes the account, confirmed and administrator', async () => {
    const world = await start('Str0ngEnough')
    try {
      const admin = await loggedIn(world, 'Admin', 'Str0ngEnough')
      expect((await admin.get('/api/account/profile')).body).toMatchObject({
        userName: 'Admin',
        email: 'admin@example.invalid',
        role: 'Admin',
      })
      expect(await needed(world)).toBe(false)
      expect(await outcome(world.visitor(), await world.app.modules.setup.token())).toEqual([
        400,
        'setup.done',
      ])
    } finally {
      await world.close()
    }
  })

  it.each([
    ['weak', 'at least 6 characters'],
    ['weakweak', 'digit'],
    ['WEAKWE4K', 'lowercase'],
    ['weakwe4k', 'uppercase'],
  ])('refuses to start with %s, and says why without saying the password', async (password, why) => {
    const failed = await start(password).then(
      () => expect.fail('started'),
      (error: unknown) => error,
    )
    expect(failed).toBeInstanceOf(ConfigFault)
    const { message } = failed as ConfigFault
    expect(message).toContain('adminPassword')
    expect(message).toContain(why)
    expect(message).not.toContain(`"${password}"`)
  })

  describe('and a later start', () => {
    let first: World
    beforeAll(async () => {
      first = await start('Str0ngEnough', { database: await createTestDatabase() })
    })
    afterAll(() => first.close())

    it('does not touch the account, whatever the password is by then', async () => {
      const admin = await loggedIn(first, 'admin', 'Str0ngEnough')
      const changed = await admin.put('/api/account/changepassword', {
        old: 'Str0ngEnough',
        new: testPassword,
      })
      expect(changed.status).toBe(200)
      for (const password of ['Str0ngEnough', 'An0therOne', 'weak']) {
        const later = await first.another({ settings: { ADMIN_PASSWORD: password } })
        try {
          await loggedIn(later, 'Admin', testPassword)
        } finally {
          await later.close()
        }
      }
      expect(await first.db.selectFrom('user').select('name').execute()).toEqual([{ name: 'Admin' }])
    })
  })

  it('makes no administrator of somebody who took the name before, and tells the operator', async () => {
    const before = await createWorld()
    await register(before.visitor(), registrationOf('admin'))
    const after = await before.another({ settings: { ADMIN_PASSWORD: 'Str0ngEnough' } })
    try {
      expect(await needed(after)).toBe(true)
      expect(await roleOf(await loggedIn(after, 'admin'))).toBe('User')
      expect(after.said.join('\n')).toContain('no administrator')
    } finally {
      await after.close()
      await before.close()
    }
  })
})
