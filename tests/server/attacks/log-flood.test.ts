import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogMessage } from '@pennant/contract/log'
import { routes } from '@pennant/contract/routes'
import { createLogStore } from '../../../apps/server/src/core/journal/store.ts'
import { createCutDatabase, type CutDatabase } from '../../kit/cut-database.ts'
import { insertChallenge, insertGame, insertParticipation, insertTeam } from '../../kit/factories.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

const clock = createTestClock()
let database: CutDatabase
let world: World
let admin: Person
let player: Person
beforeAll(async () => {
  database = await createCutDatabase()
  world = await createWorld({ clock, database })
  admin = await world.person('Admin')
  player = await world.person('User', 'Prober')
})
beforeEach(async () => {
  await world.core.log.flush()
  await world.db.deleteFrom('log').execute()
  // Earlier records no longer count.
  clock.advance(3_600_000)
})
afterAll(() => world.close())

const rows = async () => {
  await world.core.log.flush()
  return world.db.selectFrom('log').selectAll().orderBy('time').execute()
}
const listed = async (): Promise<LogMessage[]> => {
  const answer = await admin.get<LogMessage[]>('/api/admin/logs?level=Warning&count=1000')
  expect(answer.status).toBe(200)
  return answer.body
}
const id = (at: number): string => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`

describe('a player who probes what only administrators may', () => {
  it('makes one row, however often, that says how often and when', async () => {
    const begun = clock.now()
    for (let at = 0; at < 300; at++) {
      expect((await player.get('/api/admin/users')).status).toBe(403)
      clock.advance(1000)
    }
    expect(await listed()).toStrictEqual([
      {
        time: begun,
        name: 'Prober',
        level: 'Warning',
        ip: '127.0.0.1',
        msg: expect.stringContaining('GET /api/admin/users'),
        status: 'Denied',
        count: 300,
        last: begun + 299_000,
      },
    ])
    expect(await rows()).toHaveLength(1)
  })

  it('makes no more rows with other ids and other queries', async () => {
    for (let at = 0; at < 100; at++) await player.delete(`/api/admin/users/${id(at)}?x=${at}`)
    expect((await rows()).map(({ count }) => count)).toEqual([100])
  })

  it('makes a bounded number of rows with all routes and methods there are, and all is counted', async () => {
    let refused = 0
    for (let round = 0; round < 3; round++)
      for (const { method, path, access } of routes) {
        if (access !== 'admin' && access !== 'monitor') continue
        const answer = await player.call(method, path.replaceAll(/:\w+/g, String(round + 1)))
        if (answer.status === 403) refused++
      }
    const found = (await rows()).filter(({ status }) => status === 'Denied')
    expect(refused).toBeGreaterThan(100)
    expect(found.length).toBeLessThanOrEqual(101)
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(refused)
    expect(found.length).toBeGreaterThan(10)
  })

  it('begins another row in the next hour', async () => {
    await player.get('/api/admin/users')
    clock.advance(3_600_001)
    await player.get('/api/admin/users')
    expect((await rows()).map(({ count }) => count)).toEqual([1, 1])
  })
})

describe('repeats', () => {
  const refuse = (message: string, name: string, address: string | null): void =>
    world.core.log.journal.write({ level: 'Warning', message, name, address, status: 'Denied' })

  it('of different people, messages and addresses are kept apart', async () => {
    for (let at = 0; at < 3; at++)
      for (const [message, name, address] of [
        ['one', 'Anna', '192.0.2.1'],
        ['two', 'Anna', '192.0.2.1'],
        ['one', 'Bob', '192.0.2.1'],
        ['one', 'Anna', '192.0.2.2'],
      ] as const)
        refuse(message, name, address)
    expect((await rows()).map(({ count }) => count)).toEqual([3, 3, 3, 3])
  })

  it('from one IPv6 network are one caller', async () => {
    for (let at = 0; at < 50; at++) refuse('one', 'Anonymous', `2001:db8::${at.toString(16)}`)
    expect((await rows()).map(({ count }) => count)).toEqual([50])
  })

  it('with a new text each time end in one row for the address', async () => {
    for (let at = 0; at < 2000; at++) refuse(`text ${at}`, `name ${at}`, '198.51.100.7')
    const found = await rows()
    expect(found).toHaveLength(101)
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(2000)
    expect(found.find(({ count }) => count > 1)).toMatchObject({
      msg: 'Further refusals of the same address',
      count: 1900,
    })
  })

  it('of what was done are told one by one first, and then counted', async () => {
    for (let at = 0; at < 1000; at++)
      world.core.log.journal.write({
        message: 'Logged in',
        name: 'Anna',
        address: '192.0.2.1',
        status: 'Success',
      })
    const found = await rows()
    expect(found).toHaveLength(61)
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
  })

  it('are neither lost nor doubled while the database is away', async () => {
    refuse('before', 'Anna', '192.0.2.1')
    await rows()
    await database.cut()
    for (let at = 0; at < 40; at++) {
      refuse('before', 'Anna', '192.0.2.1')
      refuse('meanwhile', 'Anna', '192.0.2.1')
      if (at % 10 === 0) await world.core.log.flush()
    }
    await database.mend()
    await expect
      .poll(async () => (await rows()).map(({ msg, count }) => [msg, count]))
      .toEqual([
        ['before', 41],
        ['meanwhile', 40],
      ])
  })

  it('are written once where the answer was lost with the connection', async () => {
    refuse('unsure', 'Anna', '192.0.2.1')
    const [written] = await rows()
    if (written === undefined) throw new Error('nothing was written')
    const { id: _id, ...row } = written
    await createLogStore(world.db).insert([{ ...row, count: 3 }])
    expect((await rows()).map(({ msg, count }) => [msg, count])).toEqual([['unsure', 3]])
  })

  it('are not written to the log of the process each time either', async () => {
    const before = world.said.length
    for (let at = 0; at < 5000; at++) refuse('again', 'Anna', '192.0.2.1')
    expect(world.said.slice(before).filter((line) => line.includes('again'))).toHaveLength(4)
  })
})

describe('what is older than it may be', () => {
  it('is deleted, all of it, in portions', async () => {
    const day = 86_400_000
    const at = (days: number): Date => new Date(clock.now() - days * day)
    // What the database expects here is long out of date: none is old.
    await sql`analyze log`.execute(world.db)
    await sql`
      insert into log (time, level, source, msg)
      select ${at(91)}::timestamptz, 'Information', 'Pennant', 'old ' || n from generate_series(1, 12000) n
    `.execute(world.db)
    await sql`
      insert into log (time, level, source, msg) values (${at(89)}, 'Information', 'Pennant', 'young')
    `.execute(world.db)
    const job = world.app.jobs.find(({ name }) => name === 'old log records')
    await job?.run(new AbortController().signal)
    expect((await rows()).map(({ msg }) => msg)).toEqual(['young'])
  })

  it('goes 180 days after the end of a game, where it is what its players looked at', async () => {
    const day = 86_400_000
    const traced = async (ended: number): Promise<number> => {
      const game = await insertGame(world.db, {
        start_at: new Date(clock.now() - (ended + 1) * day),
        end_at: new Date(clock.now() - ended * day),
      })
      const team = await insertTeam(world.db, [player])
      const participation = await insertParticipation(world.db, game, team)
      const challenge = await insertChallenge(world.db, game)
      const { id: game_id } = game
      const owned = { game_id, participation_id: participation.id, challenge_id: challenge.id }
      await world.db
        .insertInto('game_instance')
        .values(owned)
        .onConflict((on) => on.doNothing())
        .execute()
      await world.db
        .insertInto('trace')
        .values({
          ...owned,
          user_id: player.id,
          kind: 'Opened',
          file_hash: null,
          file_name: null,
          address: null,
          time: game.start_at,
        })
        .execute()
      return game_id
    }
    const [, kept] = [await traced(181), await traced(179)]
    const job = world.app.jobs.find(({ name }) => name === 'old traces')
    await job?.run(new AbortController().signal)
    const left = await world.db.selectFrom('trace').select('game_id').execute()
    expect(left).toEqual([{ game_id: kept }])
  })
})
