import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogMessage } from '@pennant/contract/log'
import { joinRaw } from '../../../../../tests/kit/hub-client.ts'
import { insertGame, insertSubmission } from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
let open: OpenGame
let one: OpenTeam
let other: OpenTeam
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin', 'Boss')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.core.log.flush()
  await world.db.deleteFrom('game').execute()
  open = await createOpenGame(world)
  one = await open.team({ name: 'Red "Herrings"' })
  other = await open.team({ name: 'Blue 100%' })
  await world.core.log.flush()
  await world.db.deleteFrom('log').execute()
})

const ask = async (query: Record<string, string | number> = {}) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await admin.get<LogMessage[]>(`/api/admin/logs?${search}`)
  expect(answer.status, answer.text).toBe(200)
  return { records: answer.body, total: answer.headers.get('x-total-count') }
}
const messages = async (query: Record<string, string | number> = {}): Promise<string[]> =>
  (await ask(query)).records.map(({ msg }) => msg)
const written = async (): Promise<number> => {
  await world.core.log.flush()
  return (await world.db.selectFrom('log').select('id').execute()).length
}
const said = (team: string, challenge: string, rest: string): string =>
  `Team ${team} submitted a flag for challenge ${challenge} in game ${open.game.id}: ${rest}`

describe('a submission in the log', () => {
  it('is a record at the level of the wire, and no row is written for it', async () => {
    const challenge = await open.challenge({ title: 'Warm-up', flags: ['flag{yes}'] })
    const before = world.clock.now()
    await open.submit(one.player, challenge, 'flag{no} _%')
    await open.submit(one.player, challenge, 'flag{yes}')
    const { records } = await ask()
    const fields = { name: one.player.userName, level: 'Information', ip: null, status: 'Success' }
    expect(records).toStrictEqual([
      { ...fields, time: expect.any(Number), msg: said('Red "Herrings"', 'Warm-up', 'Accepted flag{yes}') },
      {
        ...fields,
        time: expect.any(Number),
        msg: said('Red "Herrings"', 'Warm-up', 'WrongAnswer flag{no} _%'),
      },
    ])
    expect(records.every(({ time }) => time >= before && time <= world.clock.now())).toBe(true)
    expect(await written()).toBe(0)
  })

  it('is pushed to administrators as the list shows it, and to nobody else', async () => {
    const challenge = await open.challenge({ title: 'Live' })
    const connection = { headers: { cookie: `pennant_session=${admin.cookie()}` } }
    const { hear, socket } = await joinRaw(world.origin, '/hub/admin', connection)
    await open.submit(one.player, challenge, 'flag{no}')
    const { records } = await ask()
    expect(await hear()).toMatchObject({ target: 'ReceivedLog', arguments: [records[0]] })
    expect(records).toMatchObject([{ msg: said('Red "Herrings"', 'Live', 'WrongAnswer flag{no}') }])
    socket.terminate()
  })

  it('that copied a flag has a record of its own at the same level, which names both teams', async () => {
    const challenge = await open.challenge({ title: 'Leak', type: 'DynamicContainer', flags: [] })
    for (const [{ participation }, flag] of [
      [one, 'flag{one}'],
      [other, 'flag{other}'],
    ] as const)
      await world.db
        .updateTable('game_instance')
        .set({ flag })
        .where('participation_id', '=', participation.id)
        .where('challenge_id', '=', challenge.id)
        .execute()
    await open.changed()
    await open.submit(other.player, challenge, 'flag{one}')
    const copied = {
      name: other.player.userName,
      level: 'Information',
      status: 'Success',
      msg: `Team Blue 100% submitted the flag of team Red "Herrings" for challenge Leak in game ${open.game.id}`,
    }
    const { records } = await ask({ level: 'Information' })
    expect(records).toHaveLength(2)
    expect(records).toContainEqual(expect.objectContaining(copied))
    expect(records.map(({ msg }) => msg)).toContain(said('Blue 100%', 'Leak', 'CheatDetected flag{one}'))
    expect(await messages({ level: 'Warning' })).toEqual([])
  })

  it('stays when who made it has gone, and goes with its game', async () => {
    const challenge = await open.challenge({ title: 'Orphan' })
    await open.submit(one.player, challenge, 'flag{no}')
    await world.db.updateTable('submission').set({ user_id: null }).execute()
    expect((await ask()).records).toMatchObject([{ name: 'Anonymous' }])
    expect(await messages({ user: 'anonym' })).toHaveLength(1)
    await world.db.deleteFrom('game').execute()
    expect(await messages()).toEqual([])
  })

  it('shows to no token that cannot read submissions', async () => {
    await open.submit(one.player, await open.challenge(), 'flag{no}')
    const seen = async (...scopes: string[]): Promise<number> => {
      const { body } = await admin.post<{ token: string }>('/api/tokens', { name: scopes.join(), scopes })
      const by = world.visitor({ authorization: `Bearer ${body.token}` })
      const { body: found } = await by.get<LogMessage[]>('/api/admin/logs?search=submitted%20a')
      return found.length
    }
    expect(await seen('Platform')).toBe(0)
    expect(await seen('Platform', 'Games')).toBe(1)
    expect(await seen('Read')).toBe(1)
  })
})

const mixed = async (count: number): Promise<void> => {
  const begin = Math.floor(world.clock.now() / 1000) * 1000 - 600_000
  const games = [open, await createOpenGame(world)]
  const owned = []
  for (const game of games) {
    const challenge = await game.challenge({ title: `Of ${game.game.id}` })
    const { participation, player } = await game.team()
    owned.push({ owned: { participation, challenge }, user_id: player.id })
  }
  await world.core.log.flush()
  await world.db.deleteFrom('log').execute()
  for (let at = 0; at < count; at++) {
    const time = new Date(begin + Math.floor(at / 3) * 10)
    const place = owned[at % 2]
    if (at % 4 < 2 && place !== undefined) {
      const { owned: keys, user_id } = place
      await insertSubmission(world.db, keys, { time, user_id, answer: `answer ${at}` })
    } else
      await world.db
        .insertInto('log')
        .values({
          time,
          level: at % 3 === 0 ? 'Warning' : 'Information',
          source: 'test',
          name: 'System',
          msg: `row ${at}`,
        })
        .execute()
  }
}

describe('the log of submissions and other records', () => {
  it('is one list, newest first, whose pages fit together', async () => {
    await mixed(60)
    const all = await messages({ count: 1000 })
    expect(all).toHaveLength(60)
    const numbers = all.map((msg) => Number(/\d+$/.exec(msg)?.[0]))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at))
    const groups = numbers.map((at) => Math.floor(at / 3))
    expect(groups).toEqual(groups.toSorted((a, b) => b - a))
    const paged: string[] = []
    for (let skip = 0; skip < 60; skip += 7) paged.push(...(await messages({ count: 7, skip })))
    expect(paged).toEqual(all)
    expect(await messages({ count: 7, skip: 60 })).toEqual([])
    expect(await messages({ count: 0 })).toEqual([])
  })

  it('is narrowed by level, text, user and time as one', async () => {
    await mixed(24)
    const all = (await ask({ count: 1000 })).records
    const { userName } = await world.db
      .selectFrom('submission')
      .innerJoin('user', 'user.id', 'submission.user_id')
      .select('user.name as userName')
      .orderBy('submission.id')
      .executeTakeFirstOrThrow()
    const middle = all[12]?.time ?? 0
    const cases: [Record<string, string | number>, (record: LogMessage) => boolean][] = [
      [{ level: 'Information' }, ({ level }) => level === 'Information'],
      [{ level: 'Warning' }, ({ level }) => level === 'Warning'],
      [{ level: 'Error' }, () => false],
      [{ search: 'ANSWER' }, ({ msg }) => msg.includes('answer')],
      [{ search: '1' }, ({ msg }) => msg.includes('1')],
      [{ search: `challenge Of ${open.game.id} in` }, ({ msg }) => msg.includes(`Of ${open.game.id} `)],
      [{ search: 'wronganswer answer 1' }, ({ msg }) => /WrongAnswer answer 1/.test(msg)],
      [{ search: '%' }, () => false],
      [{ user: userName.toUpperCase() }, ({ name }) => name === userName],
      [{ user: 'system', search: 'row' }, ({ name }) => name === 'System'],
      [{ address: '127' }, () => false],
      [{ from: middle }, ({ time }) => time >= middle],
      [{ to: middle }, ({ time }) => time < middle],
      [
        { from: middle, level: 'Information', search: 'answer' },
        ({ time, msg }) => time >= middle && msg.includes('answer'),
      ],
    ]
    for (const [query, fits] of cases) {
      const { records, total } = await ask({ ...query, detail: 'true', count: 1000 })
      expect([query, records]).toEqual([query, all.filter(fits)])
      expect([query, total]).toEqual([query, String(records.length)])
      const short = await ask({ ...query, detail: 'true', count: 1 })
      expect([query, short.total]).toEqual([query, String(records.length)])
    }
  })

  it('looks at no more of a large game than a page needs', async () => {
    await mixed(8)
    await insertGame(world.db)
    await sql`
      insert into submission (game_id, participation_id, challenge_id, answer, status, time)
      select i.game_id, i.participation_id, i.challenge_id, 'x' || n, 'WrongAnswer', now() - n * interval '1 second'
      from generate_series(1, 20000) n, (select * from game_instance limit 1) i
    `.execute(world.db)
    await sql`analyze submission`.execute(world.db)
    const read = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`.execute(world.db)
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(idx_tup_read), 0)::int as count
        from pg_stat_user_indexes where relname = 'submission'
      `.execute(world.db)
      return rows[0]?.count ?? 0
    }
    const before = await read()
    expect(await messages({ count: 50, skip: 100 })).toHaveLength(50)
    await expect.poll(read).toBeGreaterThan(before)
    expect((await read()) - before).toBeLessThan(2_000)
  })
})
