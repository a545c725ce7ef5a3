import { nothingKnown } from '@pennant/interchange/compatible/known'
import { createTally } from '@pennant/interchange/compatible/notes'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { urlOf } from '../../../../tests/kit/command.ts'
import { teamsQuery, users } from '../move-in/plan.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase({ bare: true })
  client = new pg.Client(urlOf(database))
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

type User = { id: string; name: string; role?: number; isConfirmed?: boolean; registered?: string }

// Keys of version 4 are random, and most come after those of version 7, which began later.
const random = 'f0000000-0000-4000-8000-000000000001'
const early = '01800000-0000-7000-8000-000000000001'
const late = '01a20000-0000-7000-8000-000000000001'
const never = '1970-01-01 00:00:00+00'
const email = 'someone@example.org'

const rowsOf = async (people: readonly User[], query: string, more = ''): Promise<{ row: object }[]> => {
  const values = people.map(
    ({ id, name, role = 1, isConfirmed = true, registered = never }) =>
      `('${id}'::uuid, '${name}', '${email}', ${role}, ${isConfirmed}, timestamptz '${registered}', null::timestamptz)`,
  )
  const columns = '"Id", "UserName", "Email", "Role", "EmailConfirmed", "RegisterTimeUtc", "LockoutEnd"'
  const people_ = `"AspNetUsers" (${columns}) as (values ${values.join(', ')})`
  const asked = `with ${people_}${more} select row_to_json(q) as row from (${query}) q`
  return (await client.query<{ row: object }>(asked)).rows
}

const namesAfter = async (people: readonly User[]): Promise<Record<string, readonly string[]>> => {
  const known = nothingKnown()
  const rows = await rowsOf(people, users.query)
  const mapped = rows.map(({ row }) => users.map({ ...row }, known, createTally('AspNetUsers')))
  return Object.fromEntries(
    mapped.map((user) => [String(user?.['id']), [String(user?.['name']), String(user?.['email'])]]),
  )
}

it.each<[string, User, User]>([
  [
    'with a random key, from before dates were written',
    { id: random, name: 'admin' },
    { id: late, name: 'Ａdmin' },
  ],
  [
    'with a random key and a date',
    { id: random, name: 'admin', registered: '2023-01-01 00:00:00+00' },
    { id: late, name: 'Ａdmin' },
  ],
  [
    'before all time',
    { id: random, name: 'admin', registered: '-infinity' },
    { id: late, name: 'Ａdmin', registered: '2026-11-27 00:00:00+00' },
  ],
  ['with the earlier key', { id: early, name: 'admin' }, { id: late, name: 'Ａdmin' }],
  [
    'with the earlier date',
    { id: late, name: 'admin', registered: '2023-01-01 00:00:00+00' },
    { id: early, name: 'Ａdmin', registered: '2026-11-27 00:00:00+00' },
  ],
  ['of the staff, though younger', { id: late, name: 'admin', role: 3 }, { id: random, name: 'Ａdmin' }],
  ['of a monitor, though younger', { id: late, name: 'admin', role: 2 }, { id: early, name: 'Ａdmin' }],
  [
    'with a confirmed address, though younger',
    { id: late, name: 'admin' },
    { id: random, name: 'Ａdmin', isConfirmed: false },
  ],
])('keeps the name and the address of the account %s', async (_which, older, newer) => {
  for (const people of [
    [older, newer],
    [newer, older],
  ])
    expect(await namesAfter(people)).toEqual({
      [older.id]: [older.name, email],
      [newer.id]: [`${newer.name}-2`, `${newer.id}@moved-in.invalid`],
    })
})

it('lets the member lead a team who is the oldest', async () => {
  const teams = `, "Teams" ("Id") as (values (1)), "TeamUserInfo" ("TeamsId", "MembersId") as (values (1, '${late}'::uuid), (1, '${random}'))`
  const people = [
    { id: late, name: 'new' },
    { id: random, name: 'old' },
  ]
  expect(await rowsOf(people, teamsQuery, teams)).toEqual([{ row: { Id: 1, FirstMember: random } }])
})
