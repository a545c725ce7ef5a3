import type { TeamInfo } from '@pennant/contract/team'
import type { UserInfo } from '@pennant/contract/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../kit/blocked-query.ts'
import { createWorld, type Person, testPassword, type World } from '../../kit/world.ts'

type Refusal = { code: string; title: string; field?: string }

let world: World
let admin: Person
let captain: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  captain = await world.person('User', 'harbour')
})
afterAll(() => world.close())

let emails = 0
const newEmail = (): string => `n${++emails}@players.example`
const account = (userName: string) => ({ userName, email: newEmail(), password: testPassword })
const register = (userName: string) =>
  world.visitor().post<Refusal>('/api/account/register', account(userName))
const create = (name: string, by = captain) => by.post<TeamInfo & Refusal>('/api/team', { name })

const userDoors: Readonly<Record<string, (name: string) => Promise<{ status: number; body: Refusal }>>> = {
  registering: register,
  renaming: async (userName) => (await world.person()).put<Refusal>('/api/account/update', { userName }),
  'an administrator': async (userName) => {
    const { id } = await world.person()
    return admin.put<Refusal>(`/api/admin/users/${id}`, { userName })
  },
  'a batch': (userName) => admin.post<Refusal>('/api/admin/users', [account(userName)]),
  'a batch that overwrites': async (userName) => {
    const { email } = await world.person()
    return admin.post<Refusal>('/api/admin/users', [{ ...account(userName), email }])
  },
}

const teamDoors: typeof userDoors = {
  creating: async (name) => create(name, await world.person()),
  renaming: async (name) => {
    const by = await world.person()
    const { body } = await create('Plain', by)
    return by.put<Refusal>(`/api/team/${body.id}`, { name })
  },
  'an administrator': async (name) => {
    const { body } = await create('Plain', await world.person())
    return admin.put<Refusal>(`/api/admin/teams/${body.id}`, { name })
  },
  'a batch': (teamName) => {
    const row = { ...account(`batch${emails}`), teamName }
    return admin.post<Refusal>('/api/admin/users', [row])
  },
}

const attacks: readonly [string, string, string][] = [
  ['a Cyrillic а', '\u0430dmin', 'name.reserved'],
  ['full-width letters', '\uff41\uff44\uff4d\uff49\uff4e', 'name.reserved'],
  ['mathematical letters', '\u{1d400}dmin', 'name.reserved'],
  ['Greek capitals', '\u0391DM\u0399N', 'name.reserved'],
  ['a look-alike of moderator', 'm\u043ederat\u043er', 'name.reserved'],
  ['a look-alike of a user', 'h\u0430rb\u043eur', 'name.alike'],
  ['a turned direction', 'user\u202enimda', 'name.invisible'],
  ['a zero-width joiner', 'ad\u200dmin', 'name.invisible'],
  ['a zero-width space', 'seab\u200bird', 'name.invisible'],
  ['tags', 'seabird\u{e0041}', 'name.invisible'],
  ['a private sign', 'harbour\ue000', 'name.invisible'],
  ['a variation selector', 'seabird\ufe01', 'name.invisible'],
  ['a pile of marks', 'za\u0300\u0301\u0302\u0303\u0304\u0306lgo', 'name.marks'],
]

describe('a name that passes for another', () => {
  describe.each(Object.entries(userDoors))('of a user, by %s', (_door, open) => {
    it.each(attacks)('is refused with %s', async (_what, name, code) => {
      const answer = await open(name)
      expect(answer).toMatchObject({ status: 400, body: { code } })
      expect(answer.body.title).toContain('Username')
      expect(await world.db.selectFrom('user').select('id').where('name', '=', name).execute()).toEqual([])
    })
  })

  describe.each(Object.entries(teamDoors))('of a team, by %s', (_door, open) => {
    it.each(attacks)('is refused with %s', async (_what, name, code) => {
      expect(await open(name)).toMatchObject({ status: 400, body: { code } })
      expect(await world.db.selectFrom('team').select('id').where('name', '=', name).execute()).toEqual([])
    })
  })

  it('of the installation is refused, however it is written', async () => {
    await admin.put('/api/admin/config', { globalConfig: { title: 'Reef Cup' } })
    expect((await register('R\u0435ef Cup')).body.code).toBe('name.reserved')
    expect((await create('Reef Cup::\u0421TF')).body.code).toBe('name.reserved')
    await admin.put('/api/admin/config', { globalConfig: { title: 'GZ' } })
  })

  it('of a team is refused to another team, and to a user', async () => {
    expect((await create('Lighthouse')).status).toBe(200)
    expect((await create('L\u0456ghthouse', await world.person())).body.code).toBe('name.alike')
    expect((await register('Lighth\u043euse')).body.code).toBe('name.alike')
  })

  it('is refused with what it looks like', async () => {
    expect((await register('h\u0430rbour')).body.title).toContain('“harbour”')
  })

  it('is given to one of those who ask for it at the same moment', async () => {
    const names = ['p\u0456lot', 'pil\u043et', '\u0440ilot', 'p\u0456l\u043et']
    const answers = await Promise.all(names.map(register))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(names.length - 1)
  })

  it('waits for the one that is being given', async () => {
    let answer: ReturnType<typeof register> | undefined
    const { id } = await world.person()
    await world.db.transaction().execute(async (tx) => {
      const given = await world.core.names.columnsFor(tx, { kind: 'user', name: 's\u0430ilor', id })
      await tx
        .updateTable('user')
        .set({ name: 's\u0430ilor', ...given })
        .where('id', '=', id)
        .execute()
      answer = register('sail\u043er')
      await untilQueryBlocked(world.db)
    })
    expect(await answer).toMatchObject({ status: 400, body: { code: 'name.alike' } })
  })
})

describe('a name that anybody can tell apart', () => {
  it('is given: in ASCII only case is compared', async () => {
    for (const name of ['crew1', 'crewl', 'crewI_', 'adm1n', 'Adrnin'])
      expect((await register(name)).status).toBe(200)
    expect((await register('CREW1')).body.code).toBe('account.nameTaken')
    for (const name of ['team1', 'teaml', 'team1'])
      expect((await create(name, await world.person())).status).toBe(200)
  })

  it.each(['Команда', '第一队第一', 'Zoë Ünlü', '❤️ hearts', '👩‍🚀👩‍🚀👩‍🚀', 'ทีมผู้เล่น'])(
    'is given: %s',
    async (name) => {
      expect((await register(name)).status).toBe(200)
      const by = await world.person()
      expect((await create(name, by)).status).toBe(200)
      expect((await create(name, by)).status).toBe(200)
    },
  )

  it('is counted as readers do, up to a bound of bytes', async () => {
    const crew = '👩‍🚀'
    expect((await register(crew.repeat(5))).status).toBe(200)
    expect((await register(crew.repeat(6))).body.code).toBe('validation.tooManyBytes')
    expect((await register('𠮷'.repeat(15))).status).toBe(200)
    expect((await register('𠮷'.repeat(16))).body.code).toBe('validation.tooLong')
    expect((await register('a'.repeat(16))).body.code).toBe('validation.tooLong')
    expect((await create('𠮷'.repeat(20))).status).toBe(200)
    expect((await create('𠮷'.repeat(21))).body.code).toBe('validation.tooLong')
  })
})

describe('a name from before', () => {
  const old = 'h\u0430rb\u200bour'

  it('stays, also when everything else is changed', async () => {
    const person = await world.person()
    const team = (await create('From before', person)).body
    await world.db
      .updateTable('user')
      .set({ name: old, skeletons: null })
      .where('id', '=', person.id)
      .execute()
    await world.db.updateTable('team').set({ name: old, skeletons: null }).where('id', '=', team.id).execute()
    const saves = [
      await person.put('/api/account/update', { userName: old, bio: 'new' }),
      await admin.put(`/api/admin/users/${person.id}`, { userName: old, realName: 'New' }),
      await person.put(`/api/team/${team.id}`, { name: old, bio: 'new' }),
      await admin.put(`/api/admin/teams/${team.id}`, { name: old, locked: true }),
    ]
    expect(saves.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await admin.post<{ data: UserInfo[] }>(`/api/admin/users/search?hint=${person.id}`)
    expect(body.data[0]).toMatchObject({ userName: old, bio: 'new', realName: 'New' })
  })

  it('is known after the next start, however many there are', async () => {
    const person = await world.person()
    const name = '\u043bодка b\u043eat'
    await world.db.updateTable('user').set({ name, skeletons: null }).where('id', '=', person.id).execute()
    const like = '\u043b\u043eдка bo\u0430t'
    const again = await world.another()
    expect((await again.visitor().post<Refusal>('/api/account/register', account(like))).body.code).toBe(
      'name.alike',
    )
    expect(await world.db.selectFrom('user').select('id').where('skeletons', 'is', null).execute()).toEqual(
      [],
    )
    await again.close()
  })
})
