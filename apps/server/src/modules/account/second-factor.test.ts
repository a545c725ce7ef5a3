import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  byMail,
  lastMail,
  loggedIn,
  login,
  mailsTo,
  profileStatus,
  setPolicy,
} from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import {
  beginFactor,
  codeOf,
  type Factor,
  loginTicket,
  second,
  setUpFactor,
} from '../../../../../tests/kit/second-factor.ts'
import { createWorld, testPassword, type World } from '../../../../../tests/kit/world.ts'

const step = 30_000
const minute = 60_000
const day = 1440 * minute
const root = '/api/account/second-factor'

let world: World
let admin: Awaited<ReturnType<World['person']>>
beforeAll(async () => {
  world = await createWorld({ settings: { PUBLIC_URL: 'https://ctf.example' } })
  admin = await world.person('Admin', 'root')
})
afterAll(() => world.close())

const person = async () => {
  const owner = await world.person()
  return { owner, factor: await setUpFactor(world, owner) }
}
const statusOf = async (who: Client, path: string): Promise<number> => (await who.get(path)).status
const codeAnswer = async (call: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await call
  return [status, (body as { code?: string } | undefined)?.code]
}

describe('codes of a test', () => {
  it('are those of RFC 6238', () => {
    const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect([59, 1_111_111_109, 20_000_000_000].map((time) => codeOf(key, time * 1000))).toEqual([
      '287082',
      '081804',
      '353130',
    ])
  })
})

describe('setting up a second factor', () => {
  it('takes the password, and a code of the new secret', async () => {
    const owner = await world.person()
    expect(await codeAnswer(owner.post(`${root}/begin`, { password: 'Wrong1234' }))).toEqual([
      400,
      'account.oldPasswordWrong',
    ])
    const { secret, setup, uri } = await beginFactor(owner)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(new URL(uri).searchParams.get('algorithm')).toBe('SHA1')
    const wrong = codeOf(secret, world.clock.now() + 20 * step)
    expect(await codeAnswer(owner.post(root, { setup, code: wrong }))).toEqual([
      400,
      'secondFactor.codeWrong',
    ])
    const { body } = await owner.post<{ recoveryCodes: string[] }>(root, {
      setup,
      code: ` ${codeOf(secret, world.clock.now()).replace(/^.../, '$& ')}`,
    })
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect(body.recoveryCodes.every((code) => /^[\da-z]{5}-[\da-z]{5}$/.test(code))).toBe(true)
    expect((await owner.get(root)).body).toEqual({ setUpAt: expect.any(Number), recoveryCodes: 10 })
  })

  it('ends the other sessions, and stores nothing that could be read', async () => {
    const owner = await world.person()
    const elsewhere = await loggedIn(world, owner.userName)
    const { key, recoveryCodes } = await setUpFactor(world, owner)
    expect([await profileStatus(owner), await profileStatus(elsewhere)]).toEqual([200, 401])
    const rows = await Promise.all([
      world.db.selectFrom('second_factor').selectAll().execute(),
      world.db.selectFrom('recovery_code').selectAll().execute(),
      world.db.selectFrom('log').selectAll().execute(),
      world.db.selectFrom('audit').selectAll().execute(),
    ])
    const stored = JSON.stringify(rows) + world.said.join('\n')
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(secret)
  })

  it('is over after an hour, for its owner only, and once', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const { secret, setup } = await beginFactor(owner)
    const code = codeOf(secret, world.clock.now())
    expect(await codeAnswer(other.post(root, { setup, code }))).toEqual([400, 'secondFactor.setupOver'])
    expect(await codeAnswer(owner.post(root, { setup: 'made up', code }))).toEqual([
      400,
      'secondFactor.setupOver',
    ])
    expect((await owner.post(root, { setup, code })).status).toBe(200)
    expect(await codeAnswer(owner.post(root, { setup, code }))).toEqual([400, 'secondFactor.isSet'])
    const late = await beginFactor(other)
    world.clock.advance(60 * minute)
    const then = { setup: late.setup, code: codeOf(late.secret, world.clock.now()) }
    expect(await codeAnswer(other.post(root, then))).toEqual([400, 'secondFactor.setupOver'])
  })

  it('keeps out a login whose password was being checked meanwhile', async () => {
    const owner = await world.person()
    const verify = vi.spyOn(world.adapters.hasher, 'verify').mockImplementationOnce(async () => {
      await setUpFactor(world, owner)
      return true
    })
    const answer = await login(world.visitor(), owner.userName)
    verify.mockRestore()
    expect(answer).toMatchObject({ status: 401, body: { code: 'auth.required' } })
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

describe('logging in with a second factor', () => {
  let owner: Awaited<ReturnType<World['person']>>
  let factor: Factor
  beforeAll(async () => {
    ;({ owner, factor } = await person())
  })
  beforeEach(async () => {
    world.clock.advance(60 * minute)
  })

  it('opens no session with the password, and says where to go', async () => {
    const visitor = world.visitor()
    const answer = await login(visitor, owner.userName)
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'login.secondFactor', status: 401 })
    expect(answer.body.title).toContain('website')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await profileStatus(visitor)).toBe(401)
  })

  it('opens one with a code, also one with spaces', async () => {
    const visitor = world.visitor()
    const { ticket } = await loginTicket(visitor, owner.userName)
    const spaced = factor.code().replace(/^.../, '$& ')
    expect((await second(visitor, ticket, spaced)).status).toBe(200)
    expect(await profileStatus(visitor)).toBe(200)
  })

  it.each([
    ['of this step', 0, 200],
    ['of the step before', -step, 200],
    ['of the next step', step, 200],
    ['a minute late', -2 * step, 400],
    ['of a clock two steps ahead', 2 * step, 400],
  ])('takes a code %s: %i ms, %i', async (_when, shift, status) => {
    const visitor = world.visitor()
    const { ticket } = await loginTicket(visitor, owner.userName)
    expect((await second(visitor, ticket, factor.code(shift))).status).toBe(status)
  })

  it('takes a code once, and none before it', async () => {
    const code = factor.code()
    const earlier = factor.code(-step)
    const first = await loginTicket(world.visitor(), owner.userName)
    expect((await second(world.visitor(), first.ticket, code)).status).toBe(200)
    const again = await loginTicket(world.visitor(), owner.userName)
    for (const used of [code, earlier])
      expect(await codeAnswer(second(world.visitor(), again.ticket, used))).toEqual([
        400,
        'secondFactor.codeWrong',
      ])
  })

  it('takes a ticket once, for five minutes, and for its account', async () => {
    const { ticket } = await loginTicket(world.visitor(), owner.userName)
    expect((await second(world.visitor(), ticket, factor.code())).status).toBe(200)
    expect(await codeAnswer(second(world.visitor(), ticket, factor.code(step)))).toEqual([
      401,
      'login.ticketOver',
    ])
    const late = await loginTicket(world.visitor(), owner.userName)
    world.clock.advance(5 * minute)
    expect(await codeAnswer(second(world.visitor(), late.ticket, factor.code()))).toEqual([
      401,
      'login.ticketOver',
    ])
    const other = await person()
    const theirs = await loginTicket(world.visitor(), other.owner.userName)
    expect(await codeAnswer(second(world.visitor(), theirs.ticket, factor.code()))).toEqual([
      400,
      'secondFactor.codeWrong',
    ])
    expect(await codeAnswer(second(world.visitor(), 'made up', factor.code()))).toEqual([
      401,
      'login.ticketOver',
    ])
  })

  it('ends with the password that it began with', async () => {
    const other = await person()
    const { ticket } = await loginTicket(world.visitor(), other.owner.userName)
    await other.owner.put('/api/account/changepassword', { old: testPassword, new: `${testPassword}2` })
    expect(await codeAnswer(second(world.visitor(), ticket, other.factor.code()))).toEqual([
      401,
      'login.ticketOver',
    ])
  })
})

describe('recovery codes', () => {
  it('log in once each, and are replaced by new ones', async () => {
    const { owner, factor } = await person()
    const [one = '', two = ''] = factor.recoveryCodes
    const enter = async (code: string) => {
      const { ticket } = await loginTicket(world.visitor(), owner.userName)
      return (await second(world.visitor(), ticket, code)).status
    }
    expect([await enter(one.toUpperCase().replace('-', ' ')), await enter(one)]).toEqual([200, 400])
    expect((await owner.get<{ recoveryCodes: number }>(root)).body.recoveryCodes).toBe(9)
    const renewed = await owner.post<{ recoveryCodes: string[] }>(`${root}/recovery-codes`, {
      password: testPassword,
      code: factor.code(),
    })
    expect(renewed.status).toBe(200)
    expect([await enter(two), await enter(renewed.body.recoveryCodes[0] ?? '')]).toEqual([400, 200])
  })
})

describe('turning it off', () => {
  it('takes the password and a code, and sends an email', async () => {
    const { owner, factor } = await person()
    const remove = (password: string, code: string) =>
      codeAnswer(owner.post(`${root}/remove`, { password, code }))
    expect(await remove('Wrong1234', factor.code())).toEqual([400, 'account.oldPasswordWrong'])
    expect(await remove(testPassword, '000 000')).toEqual([400, 'secondFactor.codeWrong'])
    expect((await remove(testPassword, factor.code()))[0]).toBe(200)
    expect((await login(world.visitor(), owner.userName)).status).toBe(200)
    const mail = await lastMail(admin, owner.email)
    expect(mail.kind).toBe('factorRemoved')
    expect(mail.url.href).toBe('https://ctf.example/account/profile')
    expect(mail.text).not.toMatch(/expires|ignore/)
  })

  it('is done by another administrator, is logged, and sends an email in the language of its owner', async () => {
    const { owner, factor } = await person()
    const { ticket } = await loginTicket(world.visitor(), owner.userName)
    const inGerman = { body: { ticket, code: factor.code() }, headers: { 'accept-language': 'de' } }
    expect((await world.visitor().call('POST', '/api/account/login/second', inGerman)).status).toBe(200)
    const path = `/api/admin/users/${owner.id}/second-factor`
    const listed = async () =>
      (await admin.get<{ data: { secondFactor?: boolean }[] }>(`/api/admin/users?search=${owner.id}`)).body
        .data[0]?.secondFactor
    expect(await listed()).toBe(true)
    expect((await admin.delete(path)).status).toBe(200)
    expect(await codeAnswer(admin.delete(path))).toEqual([400, 'user.noFactor'])
    expect(await codeAnswer(admin.delete(`/api/admin/users/${admin.id}/second-factor`))).toEqual([
      400,
      'user.ownFactor',
    ])
    expect(await listed()).toBeUndefined()
    expect((await login(world.visitor(), owner.userName)).status).toBe(200)
    const mails = await mailsTo(admin, owner.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['factorRemoved'])
    expect(mails[0]?.subject).toContain('Zwei-Faktor-Authentifizierung ausgeschaltet')
    const row = await world.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'user.removeFactor')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ object: `user:${owner.id}`, actor_id: admin.id })
  })

  it('is nothing that a new password does', async () => {
    const { owner } = await person()
    expect((await admin.delete(`/api/admin/users/${owner.id}/password`)).status).toBe(200)
    expect(await world.core.secondFactors.find(owner.id)).not.toBeNull()
  })
})

describe('a demanded second factor', () => {
  const week = 7 * day
  const demand = (secondFactor: 'NoOne' | 'Administrators' | 'Staff') =>
    setPolicy(admin, { ...byMail, secondFactor })

  it('locks accounts without one a week later, whatever way they come, and no others', async () => {
    const names = ['bare', 'armed', 'monitor', 'player'] as const
    const people = {
      bare: await world.person('Admin'),
      armed: await world.person('Admin'),
      monitor: await world.person('Monitor'),
      player: await world.person(),
    }
    const armedFactor = await setUpFactor(world, people.armed)
    const rootFactor = await setUpFactor(world, admin)
    const { body: created } = await people.bare.post<{ token: string }>('/api/tokens', {
      name: 'Script',
      scopes: ['Everything'],
    })
    const script = world.visitor({ authorization: `Bearer ${created.token}` })
    const { body: narrow } = await people.bare.post<{ token: string }>('/api/tokens', {
      name: 'Watcher',
      scopes: ['Monitor'],
    })
    const watcher = world.visitor({ authorization: `Bearer ${narrow.token}` })
    await demand('Administrators')
    const dueOf = async (who: Client) =>
      (await who.get<{ profile: { secondFactorBy?: number } }>('/api/account/session')).body.profile
        .secondFactorBy
    expect((await dueOf(people.bare)) ?? 0).toBeGreaterThan(world.clock.now() + week - minute)
    expect([await dueOf(people.armed), await dueOf(people.monitor), await dueOf(people.player)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])

    const enter = async (name: (typeof names)[number]): Promise<Client> => {
      if (name !== 'armed') return loggedIn(world, people[name].userName)
      const visitor = world.visitor()
      const { ticket } = await loginTicket(visitor, people.armed.userName)
      expect((await second(visitor, ticket, armedFactor.code())).status).toBe(200)
      return visitor
    }
    world.clock.advance(week - minute)
    const remembered = {
      bare: await enter('bare'),
      armed: await enter('armed'),
      monitor: await enter('monitor'),
    }
    expect(await statusOf(remembered.bare, '/api/admin/config')).toBe(200)
    expect(await statusOf(script, '/api/admin/config')).toBe(200)
    world.clock.advance(2 * minute)

    const locked = [403, 'auth.secondFactorNeeded']
    const fresh = await enter('bare')
    for (const who of [remembered.bare, script, fresh]) {
      expect(await codeAnswer(who.get('/api/admin/config'))).toEqual(locked)
      expect(await codeAnswer(who.get('/api/team'))).toEqual(locked)
      expect(await codeAnswer(who.put('/api/account/update', { bio: 'me' }))).toEqual(locked)
    }
    expect(await statusOf(fresh, '/api/account/profile')).toBe(200)
    expect(await codeAnswer(watcher.get('/api/game/1/events'))).toEqual(locked)
    expect(await world.app.modules.token.verify(created.token)).toBeNull()
    for (const who of [remembered.armed, remembered.monitor, await enter('monitor'), await enter('player')])
      expect(await statusOf(who, '/api/team')).toBe(200)

    // By a link in an email: a new password logs nobody in, and a new address still takes the code.
    await world.visitor().post('/api/account/recovery', { email: people.armed.email })
    const rooted = world.visitor()
    const { ticket } = await loginTicket(rooted, admin.userName)
    expect((await second(rooted, ticket, rootFactor.code())).status).toBe(200)
    const reset = await lastMail(rooted, people.armed.email)
    const changed = await world
      .visitor()
      .post('/api/account/passwordreset', { rToken: reset.token, email: reset.email, password: testPassword })
    expect(changed.status).toBe(200)
    await loginTicket(world.visitor(), people.armed.userName)
    await rooted.put(`/api/admin/users/${people.armed.id}`, { emailConfirmed: false })
    await world.visitor().post('/api/account/register', {
      userName: 'somebody else',
      email: people.armed.email,
      password: testPassword,
    })
    const link = await lastMail(rooted, people.armed.email)
    const verified = await world
      .visitor()
      .post<{ code: string; data: { ticket: string } }>('/api/account/verify', {
        token: link.token,
        email: link.email,
      })
    expect([verified.status, verified.body.code]).toEqual([401, 'login.secondFactor'])
    world.clock.advance(step)
    const confirmed = world.visitor()
    expect((await second(confirmed, verified.body.data.ticket, armedFactor.code())).status).toBe(200)

    await setUpFactor(world, fresh)
    expect([await statusOf(fresh, '/api/admin/config'), await statusOf(script, '/api/admin/config')]).toEqual(
      [200, 200],
    )
    // A new role has a week, too.
    await rooted.put(`/api/admin/users/${people.player.id}`, { role: 'Admin' })
    const promoted = await enter('player')
    expect((await dueOf(promoted)) ?? 0).toBeGreaterThan(world.clock.now() + week - minute)
    expect(await statusOf(promoted, '/api/admin/config')).toBe(200)
  })

  it('names administrators without one', async () => {
    await world.db.deleteFrom('setting').where('key', '=', 'AccountPolicy').execute()
    await world.core.settings.changed()
    const named = () => world.core.secondFactors.administratorsWithout()
    const another = await world.person('Admin')
    expect(await named()).toContain(another.userName)
    await setUpFactor(world, another)
    expect(await named()).not.toContain(another.userName)
  })
})

describe('guessing codes', () => {
  const guess = async (userName: string): Promise<void> => {
    const { ticket } = await loginTicket(world.visitor(), userName)
    // Of a guesser who reads German.
    const wrong = world.visitor().call('POST', '/api/account/login/second', {
      body: { ticket, code: '000 000' },
      headers: { 'accept-language': 'de' },
    })
    expect(await codeAnswer(wrong)).toEqual([400, 'secondFactor.codeWrong'])
  }
  const mailedTo = async (email: string) => mailsTo(await world.person('Admin'), email)

  it('sends the owner one email in a week, however slow it is', async () => {
    const { owner } = await person()
    await guess(owner.userName)
    // Those in between only count: their waits are the matter of the guard.
    for (let count = 1; count < 9; count++) {
      world.clock.advance(0.6 * day)
      expect(await world.core.secondFactors.noteWrong(owner.id)).toBeNull()
    }
    expect(await mailedTo(owner.email)).toEqual([])
    await guess(owner.userName)
    await guess(owner.userName)
    const mails = await mailedTo(owner.email)
    expect(mails.map(({ kind, url }) => [kind, url.pathname])).toEqual([['codesGuessed', '/account/profile']])
    expect(mails[0]?.text).not.toMatch(/expires|ignore/)
    expect(mails[0]?.subject).toContain('guessing your codes')
  })

  it('is counted anew after a week', async () => {
    const { owner } = await person()
    const weekly = async (): Promise<unknown[]> => {
      world.clock.advance(7 * day)
      return Promise.all(Array.from({ length: 10 }, () => world.core.secondFactors.noteWrong(owner.id)))
    }
    for (const answers of [await weekly(), await weekly()])
      expect(answers.filter((isMany) => isMany !== null)).toHaveLength(1)
  })
})
