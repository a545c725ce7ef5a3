import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
let made = 0
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

type Refusal = { code: string; problems?: { row: number }[] }
const batch = (count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, () => {
    const userName = `portion${++made}`
    return { userName, password: 'Passw0rd', email: `${userName}@batch.example`, ...more }
  })
const send = (rows: readonly object[], query: string) =>
  admin.post<Refusal>(`/api/admin/users?${query}`, rows)
const stored = (rows: readonly { userName: string }[]) =>
  world.db
    .selectFrom('user')
    .select(['name', 'stamp', 'password_hash'])
    .where(
      'name',
      'in',
      rows.map(({ userName }) => userName),
    )
    .orderBy('name')
    .execute()
const teams = async (name: string): Promise<number> =>
  (await world.db.selectFrom('team').select('id').where('name', '=', name).execute()).length

describe('a portion of users', () => {
  it('that is sent again creates nobody twice, overwrites nobody, and makes its team once', async () => {
    const rows = batch(3, { teamName: 'Again' })
    expect((await send(rows, 'portion=first')).status).toBe(200)
    const before = await stored(rows)
    expect(before).toHaveLength(3)
    expect((await send(rows, 'portion=first')).status).toBe(200)
    expect([await stored(rows), await teams('Again')]).toEqual([before, 1])
  })

  it('that is sent twice at the same time is created once', async () => {
    const rows = batch(2, { teamName: 'Twice' })
    let answers: Promise<{ status: number }[]> | undefined
    await world.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('user batch', 0))`.execute(tx)
      answers = Promise.all([send(rows, 'portion=at%20once'), send(rows, 'portion=at%20once')])
      await untilQueryBlocked(world.db, 2)
    })
    expect((await answers)?.map(({ status }) => status)).toEqual([200, 200])
    expect([(await stored(rows)).length, await teams('Twice')]).toEqual([2, 1])
  })

  it('that was refused is created when it is sent again, mended', async () => {
    const [one, two] = batch(2)
    if (one === undefined || two === undefined) throw new Error('two users')
    const taken = { ...two, email: admin.email }
    const refused = await send([one, { ...taken, password: 'weak' }], 'portion=mended')
    expect([refused.status, refused.body.problems?.map(({ row }) => row)]).toEqual([400, [1]])
    expect(await stored([one, two])).toEqual([])
    expect((await send([one, two], 'portion=mended')).status).toBe(200)
    expect(await stored([one, two])).toHaveLength(2)
  })

  it('names the row that cannot be created, and creates nobody of it', async () => {
    const rows = batch(3)
    await send(
      batch(1).map((one) => ({ ...one, userName: 'Кирилл' })),
      '',
    )
    const [first, , third] = rows
    const { status, body } = await send(
      [first ?? {}, { ...rows[1], userName: 'Kирилл' }, third ?? {}],
      'portion=alike',
    )
    expect([status, body.problems?.map(({ row }) => row)]).toEqual([400, [1]])
    expect(await stored(rows)).toEqual([])
  })

  it('is overwritten as ever without a name', async () => {
    const rows = batch(1)
    await send(rows, 'portion=once')
    const before = await stored(rows)
    expect((await admin.post('/api/admin/users', rows)).status).toBe(200)
    expect(await stored(rows)).not.toEqual(before)
  })
})

describe('a trial', () => {
  it('creates nobody, and names every row that cannot be created', async () => {
    const rows = batch(3)
    expect((await send(rows, 'trial=true&portion=tried')).status).toBe(200)
    expect(await stored(rows)).toEqual([])
    const wrong = rows.map((row, at) => (at === 1 ? row : { ...row, password: 'weak' }))
    const { status, body } = await send(wrong, 'trial=true')
    expect([status, body.problems?.map(({ row }) => row)]).toEqual([400, [0, 2]])
    expect((await send(rows, 'portion=tried')).status).toBe(200)
    expect(await stored(rows)).toHaveLength(3)
  })
})

describe('while a batch is created', () => {
  it('others log in and are answered', async () => {
    const person = await world.person()
    let ended = false
    const all = send(batch(60), '').then((answer) => {
      ended = true
      return answer
    })
    const login = await world
      .visitor()
      .post('/api/account/login', { userName: person.userName, password: person.password })
    expect([login.status, (await person.get('/api/account/profile')).status, ended]).toEqual([
      200,
      200,
      false,
    ])
    expect((await all).status).toBe(200)
  })
})
