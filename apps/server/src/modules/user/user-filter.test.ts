import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '@pennant/contract/user'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Page = { data: UserInfo[]; length: number; total: number }

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin', 'Chief')
  for (const name of ['Cara', 'bob', 'Anna', '100%', 'under_score']) await world.person('User', name)
  await world.person('Monitor', 'Watcher')
  await set('Cara', { real_name: 'Cara Ångström', std_number: 'S-17', phone: '+49 30 99', ip: '2001:db8::7' })
  await set('bob', { email_confirmed: false, visited_at: null, ip: '192.0.2.44' })
})
afterAll(() => world.close())

const set = (name: string, values: object) =>
  world.db.updateTable('user').set(values).where('name', '=', name).execute()

const list = async (query: Record<string, string>): Promise<Page> => {
  const answer = await admin.get<Page>(`/api/admin/users?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const names = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).data.map(({ userName }) => userName)

describe('the filtered list of users', () => {
  it.each([
    ['ANN', ['Anna']],
    ['ångström', ['Cara']],
    ['s-17', ['Cara']],
    ['30 99', ['Cara']],
    ['192.0.2', ['bob']],
    ['bob@players', ['bob']],
    ['%', ['100%']],
    ['_', ['under_score']],
    ["' or 1=1 --", []],
    ['\\', []],
  ])('finds parts of names, addresses and numbers: %j', async (search, found) => {
    expect(await names({ search })).toEqual(found)
  })

  it('finds an id', async () => {
    expect(await names({ search: admin.id.slice(4, 23).toUpperCase() })).toEqual(['Chief'])
  })

  it('has only those of a role, or whose address is confirmed or not', async () => {
    expect(await names({ role: 'Monitor' })).toEqual(['Watcher'])
    expect(await names({ role: 'Banned' })).toEqual([])
    expect(await names({ confirmed: 'false' })).toEqual(['bob'])
    expect((await list({ confirmed: 'true', role: 'User' })).total).toBe(4)
  })

  it('counts what fits, not what is shown', async () => {
    expect(await list({ role: 'User', count: '2', skip: '4' })).toMatchObject({ length: 1, total: 5 })
  })

  const byName = ['100%', 'Anna', 'bob', 'Cara', 'Chief', 'under_score', 'Watcher']
  it('is sorted as asked, whatever the case of the letters', async () => {
    expect(await names({ sort: 'name' })).toEqual(byName)
    expect(await names({ sort: 'name', descending: 'true' })).toEqual(byName.toReversed())
    expect((await names({ sort: 'email' }))[1]).toBe('Anna')
    expect((await names({ sort: 'visited' }))[0]).toBe('bob')
    expect((await names({ sort: 'role', descending: 'true' })).slice(0, 2)).toEqual(['Chief', 'Watcher'])
    expect((await names({ sort: 'address' })).slice(-2)).toEqual(['bob', 'Cara'])
    expect(await names({ sort: 'registered' })).toEqual(await names({}))
    expect(await names({ descending: 'true' })).toEqual((await names({})).toReversed())
  })

  it('names everybody once in its pages, also where many are alike', async () => {
    for (const descending of ['true', 'false']) {
      const pages = await Promise.all(
        ['0', '3', '6'].map((skip) => names({ sort: 'role', descending, skip, count: '3' })),
      )
      expect(pages.flat().toSorted()).toEqual(byName.toSorted())
    }
  })

  it.each(['sort=password_hash', 'role=Chief', 'confirmed=perhaps', `search=${'a'.repeat(257)}`])(
    'is not there for %s',
    async (query) => {
      expect((await admin.get(`/api/admin/users?${query}`)).status).toBe(400)
    },
  )
})

describe('ending the sessions of a user', () => {
  it('ends all of them at once, and leaves the password', async () => {
    const person = await world.person('User', 'Twice')
    const elsewhere = world.visitor()
    const login = { userName: person.userName, password: person.password }
    await elsewhere.post('/api/account/login', login)
    expect((await admin.delete(`/api/admin/users/${person.id}/sessions`)).status).toBe(200)
    for (const client of [person, elsewhere])
      expect((await client.get('/api/account/profile')).status).toBe(401)
    expect((await elsewhere.post('/api/account/login', login)).status).toBe(200)
    const logs = await admin.get<{ msg: string }[]>('/api/admin/logs?count=1000')
    expect(logs.body.map(({ msg }) => msg)).toContain('Sessions of user Twice ended')
  })

  it('is no use for nobody', async () => {
    const answer = await admin.delete('/api/admin/users/00000000-0000-4000-8000-000000000000/sessions')
    expect(answer).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
  })
})
