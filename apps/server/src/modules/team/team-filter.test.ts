import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeamInfo } from '@pennant/contract/team'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Page = { data: TeamInfo[]; length: number; total: number }

let world: World
let admin: Person
let last: number
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  const [one, other] = [await world.person('User', 'Dorothea'), await world.person('User', 'Emil')]
  const make = async (by: Person, name: string): Promise<number> =>
    (await by.post<{ id: number }>('/api/team', { name })).body.id
  await make(one, 'Alpha 100%')
  await make(other, 'beta')
  last = await make(other, 'Gamma_dorothea')
  await world.db.updateTable('team').set({ locked: true }).where('name', '=', 'beta').execute()
})
afterAll(() => world.close())

const list = async (query: Record<string, string>): Promise<Page> => {
  const answer = await admin.get<Page>(`/api/admin/teams?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const names = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).data.map(({ name }) => name)

describe('the filtered list of teams', () => {
  it.each([
    ['ALPHA', ['Alpha 100%']],
    ['dorothea', ['Alpha 100%', 'Gamma_dorothea']],
    ['emil', ['beta', 'Gamma_dorothea']],
    ['%', ['Alpha 100%']],
    ['_', ['Gamma_dorothea']],
    ["'; drop table team --", []],
    ['99999999999999999999', []],
  ])('finds parts of names of teams and members: %j', async (search, found) => {
    expect(await names({ search })).toEqual(found)
  })

  it('finds an id', async () => {
    expect(await names({ search: ` ${last} ` })).toContain('Gamma_dorothea')
  })

  it('has only those that are locked, or are not, and counts what fits', async () => {
    expect(await list({ locked: 'true' })).toMatchObject({ length: 1, total: 1, data: [{ name: 'beta' }] })
    expect(await names({ locked: 'false' })).toEqual(['Alpha 100%', 'Gamma_dorothea'])
    expect(await list({ locked: 'false', count: '1', skip: '1' })).toMatchObject({ length: 1, total: 2 })
    expect(await list({})).toMatchObject({ length: 3, total: 3 })
  })
})
