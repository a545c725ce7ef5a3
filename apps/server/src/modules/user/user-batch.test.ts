import type { TeamInfo } from '@pennant/contract/team'
import type { UserInfo } from '@pennant/contract/user'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

type Row = { userName: string; password: string; email: string } & Record<string, unknown>

const row = (userName: string, more: Record<string, unknown> = {}): Row => ({
  userName,
  password: 'Passw0rd',
  email: `${userName.toLowerCase()}@batch.example`,
  ...more,
})

type Refusal = { title: string; code: string; data?: { row: number } }
const create = (rows: readonly object[], by: Person = admin) => by.post<Refusal>('/api/admin/users', rows)

const login = (userName: string, password = 'Passw0rd') =>
  world.visitor().post('/api/account/login', { userName, password })

const find = async (name: string): Promise<UserInfo | undefined> => {
  const found = await admin.post<{ data: UserInfo[] }>(`/api/admin/users/search?hint=${name}`)
  return found.body.data.find(({ userName }) => userName === name)
}

const teamsNamed = async (name: string): Promise<TeamInfo[]> =>
  (await admin.post<{ data: TeamInfo[] }>(`/api/admin/teams/search?hint=${encodeURIComponent(name)}`)).body
    .data

describe('creating users in a batch', () => {
  it('makes confirmed users who can log in, with an empty answer', async () => {
    const answer = await create([
      row('Anna1', { realName: 'Anna A', stdNumber: '1', phone: '+1' }),
      row('Anna2', { realName: null, stdNumber: null, phone: null, teamName: null }),
    ])
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await find('Anna1')).toMatchObject({
      role: 'User',
      emailConfirmed: true,
      realName: 'Anna A',
      stdNumber: '1',
      phone: '+1',
    })
    expect(await find('Anna2')).toMatchObject({ realName: '', stdNumber: '', phone: null })
    expect((await login('anna2@BATCH.example')).status).toBe(200)
  })

  it('takes an empty batch', async () => {
    expect((await create([])).status).toBe(200)
  })

  it.each([
    ['a short name', row('ab')],
    ['no password', { ...row('Bert1'), password: undefined }],
    ['a weak password', row('Bert1', { password: 'passw0rd' })],
    ['no e-mail', { ...row('Bert1'), email: null }],
    ['a wrong phone', row('Bert1', { phone: 'none' })],
    ['a long team name', row('Bert1', { teamName: 'a'.repeat(21) })],
    ['no object', 'Bert1' as unknown as Row],
  ])('stores nothing when one of them has %s', async (_what, wrong) => {
    expect((await create([row('Bert0', { teamName: 'Berts' }), wrong])).status).toBe(400)
    expect(await find('Bert0')).toBeUndefined()
    expect(await teamsNamed('Berts')).toEqual([])
  })

  it('is refused as a whole when it is no list', async () => {
    expect((await admin.post('/api/admin/users', row('Solo1'))).status).toBe(400)
    expect((await admin.post('/api/admin/users', null)).status).toBe(400)
  })

  it('tells the first problem and whose it is', async () => {
    await create([row('Owner1'), row('Owner2')])
    const clash = row('Owner1', { email: 'owner2@batch.example' })
    const weak = row('Weak1', { password: 'password1' })
    expect((await create([row('Fine1'), clash, weak])).body).toMatchObject({
      code: 'account.emailTaken',
      data: { row: 1 },
    })
    expect((await create([weak, clash])).body).toMatchObject({
      code: 'password.needsUpper',
      data: { row: 0 },
    })
    expect(await find('Fine1')).toBeUndefined()
  })
})

describe('a batch that is refused', () => {
  type Listed = { problems: { row: number; code: string; field?: string; title: string }[] }
  const refused = async (rows: readonly object[]) => {
    const { status, body } = await create(rows)
    const { code, data, problems } = body as Refusal & Listed
    expect([status, code, data]).toEqual([400, problems[0]?.code, { row: problems[0]?.row }])
    expect(body.title).toBe(problems[0]?.title)
    return problems.map((one) => [one.row, one.code])
  }

  it('names everything that is wrong with it, and stores nothing', async () => {
    await create([row('Owner3'), row('Owner4')])
    await world.person('User', 'Кирилл')
    const before = await world.db.selectFrom('user').select('id').orderBy('id').execute()
    const rows = [
      row('Fine3', { teamName: 'Fine crew' }),
      row('Owner3', { email: 'owner4@batch.example' }),
      row('Aдмin', { email: 'mixed@batch.example' }),
      row('аdmin', { email: 'reserved@batch.example', password: 'weak' }),
      row('Kирилл', { email: 'alike@batch.example', teamName: 'Тeam\u200b' }),
      row('Hid\u200bden', { email: 'hidden@batch.example' }),
      row('with@sign', { email: 'sign@batch.example' }),
    ]
    expect(await refused(rows)).toEqual([
      [1, 'account.emailTaken'],
      [3, 'password.tooShort'],
      [3, 'name.reserved'],
      [4, 'name.alike'],
      [4, 'name.invisible'],
      [5, 'name.invisible'],
      [6, 'account.nameAt'],
    ])
    expect(await world.db.selectFrom('user').select('id').orderBy('id').execute()).toEqual(before)
    expect(await teamsNamed('Fine crew')).toEqual([])
  })

  it('names look-alikes that are both in it, of users and of teams', async () => {
    expect(
      await refused([
        row('pаvel', { email: 'one@alike.example', teamName: 'Зебры' }),
        row('pavеl', { email: 'two@alike.example', teamName: '3ебры' }),
        row('Fine4'),
      ]),
    ).toEqual([
      [1, 'name.alike'],
      [1, 'name.alike'],
    ])
  })

  it('says so in the language of the request', async () => {
    const { body } = await admin.call<Listed>('POST', '/api/admin/users', {
      body: [row('аdmin', { email: 'r@batch.example' }), row('Weak5', { password: 'weak' })],
      headers: { 'accept-language': 'de-DE' },
    })
    const english = (await create([row('Weak5', { password: 'weak' })])).body.title
    expect(body.problems.map((one) => one.row)).toEqual([0, 1])
    expect(body.problems[1]?.title).not.toBe(english)
  })

  it('is told that a name was taken after the batch was looked through, and stores nothing then', async () => {
    const [polly, agnes] = [await world.person('User', 'Polly'), await world.person('User', 'Agnes')]
    const key = sql`hashtextextended('user batch', 0)`
    const rows = [
      row('Fine5'),
      ...['pоlina', 'аgata'].map((name, at) => row(name, { email: `late${at}@batch.example` })),
    ]
    let answer: ReturnType<typeof create> | undefined
    let between: Promise<number[]> | undefined
    await world.db.connection().execute(async (first) => {
      await sql`select pg_advisory_lock(${key})`.execute(first)
      try {
        answer = create(rows)
        await untilQueryBlocked(first, 1)
        // The longest waiter gets the lock next: this comes after the first look and before the batch.
        between = world.db.transaction().execute(async (tx) => {
          await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
          const renamed = [
            await admin.put(`/api/admin/users/${polly.id}`, { userName: 'polinа' }),
            await admin.put(`/api/admin/users/${agnes.id}`, { userName: 'agаta' }),
          ]
          return renamed.map(({ status }) => status)
        })
        await untilQueryBlocked(first, 2)
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(first)
      }
    })
    expect(await between).toEqual([200, 200])
    const refusal = await answer
    expect([refusal?.status, refusal?.body]).toMatchObject([
      400,
      { code: 'name.alike', data: { row: 1 }, problems: [{ row: 1, code: 'name.alike' }] },
    ])
    expect(await find('Fine5')).toBeUndefined()
    expect((await create([row('Fine5')])).status).toBe(200)
  })
})

describe('users of a batch who exist already', () => {
  it('are overwritten when the name is theirs, and keep what is not given', async () => {
    const person = await world.person('Monitor', 'Carla')
    await admin.put(`/api/admin/users/${person.id}`, { bio: 'mine', realName: 'Carla C', stdNumber: '7' })
    expect((await create([row('cARLA', { password: 'An0therOne', stdNumber: '8' })])).status).toBe(200)
    expect(await find('cARLA')).toMatchObject({
      id: person.id,
      email: 'carla@batch.example',
      realName: 'Carla C',
      stdNumber: '8',
      bio: 'mine',
      role: 'Monitor',
      emailConfirmed: true,
    })
    expect((await login('Carla', 'An0therOne')).status).toBe(200)
    expect((await login('Carla')).status).toBe(401)
    expect((await person.get('/api/account/profile')).status).toBe(401)
  })

  it('are overwritten when the address is theirs', async () => {
    const person = await world.person('User', 'Doris')
    expect((await create([row('Dorothea', { email: 'DORIS@players.example' })])).status).toBe(200)
    expect((await find('Dorothea'))?.id).toBe(person.id)
    expect(await find('Doris')).toBeUndefined()
  })

  it('are refused when name and address belong to two of them', async () => {
    await create([row('Emil1'), row('Emil2')])
    for (const [userName, email] of [
      ['Emil1', 'emil2@batch.example'],
      ['Emil2', 'emil1@batch.example'],
    ] as const)
      expect((await create([row(userName, { email })])).body).toMatchObject({
        status: 400,
        code: 'account.emailTaken',
      })
    expect((await find('Emil1'))?.email).toBe('emil1@batch.example')
  })

  it('may stand in the same batch twice: the later row counts', async () => {
    const rows = [
      row('Frida', { stdNumber: '1', realName: 'F' }),
      row('frida', { stdNumber: '2', password: 'Sec0ndOne' }),
    ]
    expect((await create(rows)).status).toBe(200)
    expect(await find('frida')).toMatchObject({ stdNumber: '2', realName: 'F' })
    expect(await find('Frida')).toBeUndefined()
    expect((await login('frida', 'Sec0ndOne')).status).toBe(200)
  })

  it('keep the session here when they are the caller', async () => {
    const chief = await world.person('Admin', 'Gerda')
    expect((await create([row('Gerda', { password: 'An0therOne' })], chief)).status).toBe(200)
    expect((await chief.get('/api/admin/users')).status).toBe(200)
  })

  it('are no obstacle to batches that come at the same time in another order', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => row(`Crowd${at}`, { teamName: 'Crowd' }))
    const answers = await Promise.all([
      create(rows),
      create(rows.toReversed()),
      create(rows),
      create(rows.toReversed()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await admin.post<{ total: number }>('/api/admin/users/search?hint=crowd')).body.total).toBe(6)
  })
})

describe('teams of a batch', () => {
  it('are new, one for each name, led by the first who names it', async () => {
    await create([row('Hugo1', { teamName: 'Hunters' })])
    const rows = [
      row('Hugo2', { teamName: 'Hunters' }),
      row('Hugo3', { teamName: 'Others' }),
      row('Hugo4', { teamName: ' Hunters ' }),
      row('Hugo5', { teamName: '  ' }),
    ]
    expect((await create(rows)).status).toBe(200)
    const hunters = await teamsNamed('Hunters')
    const members = hunters.map((team) =>
      team.members?.map(({ userName, captain }) => [userName, captain]).toSorted(),
    )
    expect(members).toEqual([
      [['Hugo1', true]],
      [
        ['Hugo2', true],
        ['Hugo4', false],
      ],
    ])
    expect(await teamsNamed('Others')).toHaveLength(1)
    const captain = world.visitor()
    await captain.post('/api/account/login', { userName: 'Hugo2', password: 'Passw0rd' })
    const code = await captain.get<string>(`/api/team/${hunters[1]?.id}/invite`)
    expect(code.body).toMatch(/^Hunters:\d+:[0-9a-f]{32}$/)
  })

  it('may be a fourth one for their captain', async () => {
    const leader = await world.person('User', 'Ingrid')
    for (const name of ['one', 'two', 'three']) await leader.post('/api/team', { name })
    expect((await create([row('Ingrid', { teamName: 'four' })])).status).toBe(200)
    expect((await teamsNamed('four'))[0]?.members).toMatchObject([{ id: leader.id, captain: true }])
  })
})

describe('a large batch', () => {
  it('of five hundred users goes through in one call', { timeout: 180_000 }, async () => {
    const rows = Array.from({ length: 500 }, (_, at) => row(`Mass${at}`, { teamName: `Mass ${at % 100}` }))
    expect((await create(rows)).status).toBe(200)
    const { body } = await admin.get<{ total: number; data: UserInfo[] }>('/api/admin/users?count=500&skip=0')
    expect(body.total).toBeGreaterThan(500)
    const names = (
      await world.db.selectFrom('user').select('name').where('name', 'like', 'Mass%').orderBy('id').execute()
    ).map(({ name }) => name)
    expect(names).toEqual(rows.map(({ userName }) => userName))
    expect(await teamsNamed('Mass 99')).toMatchObject([{ members: { length: 5 } }])
  })

  it('of more than two thousand is refused', async () => {
    const rows = Array.from({ length: 2001 }, (_, at) => row(`Over${at}`))
    expect((await create(rows)).status).toBe(400)
  })
})
