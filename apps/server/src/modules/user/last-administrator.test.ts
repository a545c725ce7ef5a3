import type { UserInfo } from '@pennant/contract/user'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import type { Answer } from '../../../../../tests/kit/client.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Refusal = { code: string; title: string }

let world: World
let chief: Person
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const before = await world.db.updateTable('user').set({ role: 'User' }).returning('id').execute()
  for (const { id } of before) await world.core.sessions.changed(id)
  chief = await world.person('Admin')
})

const change = (person: { id: string }, changes: object, by = chief) =>
  by.put<Refusal>(`/api/admin/users/${person.id}`, changes)

const administrators = async (): Promise<string[]> =>
  (await chief.get<{ data: UserInfo[] }>('/api/admin/users')).body.data
    .filter(({ role, emailConfirmed }) => role === 'Admin' && emailConfirmed)
    .map(({ id }) => id)

const refused = { status: 400, body: { code: 'user.lastAdministrator' } }

describe('the only administrator', () => {
  it.each([
    ['banned', { role: 'Banned' }],
    ['made a user', { role: 'User' }],
    ['made a monitor by number', { role: 2 }],
    ['unconfirmed', { emailConfirmed: false }],
    ['given an address that nobody has confirmed', { email: 'elsewhere@players.example' }],
  ])('is not %s, and the rest of the change is not kept', async (_what, changes) => {
    await world.person('Monitor')
    const answer = await change(chief, { bio: 'new', ...changes })
    expect(answer).toMatchObject(refused)
    expect(answer.body.title).toContain('only administrator')
    expect(await administrators()).toEqual([chief.id])
    expect((await chief.get('/api/account/profile')).body).toMatchObject({ bio: '', email: chief.email })
  })

  it('changes everything else', async () => {
    const changes = { userName: 'Chief', email: 'chief@players.example', emailConfirmed: true, role: 'Admin' }
    expect((await change(chief, changes)).status).toBe(200)
    expect((await change(chief, { bio: 'still here' })).status).toBe(200)
    expect(await administrators()).toEqual([chief.id])
  })

  it('is spared by API tokens', async () => {
    const { body } = await chief.post<{ token: string }>('/api/tokens', {
      name: 'script',
      scopes: ['Everything'],
    })
    const script = world.visitor({ authorization: `Bearer ${body.token}` })
    expect(await script.put(`/api/admin/users/${chief.id}`, { role: 'Banned' })).toMatchObject(refused)
    expect((await script.delete(`/api/admin/users/${chief.id}`)).status).toBe(400)
    expect(await administrators()).toEqual([chief.id])
  })

  it('is the one that can log in: an administrator without a confirmed address does not count', async () => {
    const waiting = await world.person('Admin')
    expect((await change(waiting, { emailConfirmed: false })).status).toBe(200)
    expect(await change(chief, { role: 'User' })).toMatchObject(refused)
    expect((await waiting.delete(`/api/admin/users/${chief.id}`)).body).toMatchObject(refused.body)
    expect((await change(waiting, { role: 'Banned' })).status).toBe(200)
  })

  it('stays one when overwritten by a batch', async () => {
    const row = { userName: chief.userName, email: chief.email, password: 'Passw1rd' }
    expect((await chief.post('/api/admin/users', [row])).status).toBe(200)
    expect(await administrators()).toEqual([chief.id])
  })
})

describe('two administrators', () => {
  it('can go, one of them', async () => {
    const second = await world.person('Admin')
    expect((await change(chief, { role: 'User' })).status).toBe(200)
    expect((await second.delete(`/api/admin/users/${chief.id}`)).status).toBe(200)
  })

  const demote = (by: Person, whom: Person) =>
    by.put<Refusal>(`/api/admin/users/${whom.id}`, { role: 'User' })
  const remove = (by: Person, whom: Person) => by.delete<Refusal>(`/api/admin/users/${whom.id}`)
  const step = (by: Person) => demote(by, by)

  it.each([
    ['demote each other', demote, demote],
    ['delete each other', remove, remove],
    ['demote and delete each other', demote, remove],
    ['both step down', step, step],
  ] as const)('who %s at the same time leave one', async (_what, first, last) => {
    const second = await world.person('Admin')
    let answers: Promise<Answer<Refusal>[]> | undefined
    await world.db.transaction().execute(async (tx) => {
      await tx.selectFrom('user').select('id').where('role', '=', 'Admin').forUpdate().execute()
      answers = Promise.all([first(chief, second), last(second, chief)])
      await untilQueryBlocked(world.db, 2)
    })
    const settled = (await answers) ?? []
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([200, 400]))
    expect(settled.find(({ status }) => status === 400)).toMatchObject(refused)
    const left = await world.db.selectFrom('user').select('id').where('role', '=', 'Admin').execute()
    expect(left).toHaveLength(1)
  })
})
