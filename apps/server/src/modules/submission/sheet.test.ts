import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadAs } from '../../../../../tests/kit/download.ts'
import {
  insertInstance,
  insertParticipation,
  insertSubmission,
  insertTeam,
  insertUser,
} from '../../../../../tests/kit/factories.ts'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { shownByProgram, spreadsheetProgramMissing } from '../../../../../tests/kit/spreadsheet-program.ts'
import { readWorkbook } from '../../../../../tests/kit/workbook.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const missing = await spreadsheetProgramMissing()

let world: World
let admin: Person
let monitor: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())

const sheetOf = (game: OpenGame, headers?: Record<string, string>, by = admin) =>
  downloadAs(by, `${game.path}/submissionsheet`, headers)
const rowsOf = async (game: OpenGame, by = admin) => readWorkbook((await sheetOf(game, {}, by)).bytes).rows

const cell = (at: Date) => at.toISOString().replace('T', ' ').replace(/\.\d+/, '')

const place = async (given: { title?: string; team?: string; challenge?: string } = {}) => {
  const open = await createOpenGame(world, given.title === undefined ? {} : { title: given.title })
  const challenge = await open.challenge({ title: given.challenge ?? 'Warm-up' })
  const user = await insertUser(world.db)
  const team = await insertTeam(world.db, [user], { name: given.team ?? 'Crew' })
  const participation = await insertParticipation(world.db, open.game, team, { members: [user] })
  await insertInstance(world.db, { participation, challenge })
  await open.changed()
  return { open, user, owned: { participation, challenge } }
}

const insertMany = async (
  { owned, user }: Awaited<ReturnType<typeof place>>,
  count: number,
): Promise<void> => {
  await sql`
    insert into submission (game_id, participation_id, challenge_id, user_id, answer, status, time)
    select ${owned.participation.game_id}, ${owned.participation.id}, ${owned.challenge.id}, ${user.id}::uuid,
      'flag{' || n || '}', 'WrongAnswer', now() - (n / 4) * interval '1.000001 seconds'
    from generate_series(1, ${count}::int) n
  `.execute(world.db)
}

describe('the submissions as a spreadsheet', () => {
  it('are all there, newest first, with what became of them in words', async () => {
    const { open, user, owned } = await place({ team: '=crew()', challenge: 'Baby "RSA"' })
    const now = world.clock.now()
    const made = [
      ['Accepted', 'ACCEPTED', 'flag{right}'],
      ['WrongAnswer', 'WRONG', '=1+1'],
      ['CheatDetected', 'Cheat detection', 'flag{theirs}'],
      ['FlagSubmitted', 'Successfully submitted', ' kept as it is '],
      ['NotFound', 'Unknown instance', '\u{1F6A9}'],
    ] as const
    const expected: unknown[][] = []
    for (const [place_, [status, word, answer]] of made.entries()) {
      const time = new Date(now - place_ * 60_000)
      await insertSubmission(world.db, owned, { status, answer, time, user_id: user.id })
      const email = `${user.name}@players.example`
      expected.push([word, cell(time), '=crew()', user.name, 'Baby "RSA"', answer, email])
    }
    const { status, headers, bytes } = await sheetOf(open)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'no-store',
    ])
    expect(readWorkbook(bytes)).toEqual({
      name: 'All Submissions',
      rows: [['Status', 'Time', 'Team', 'User', 'Challenge', 'Submission', 'Email'], ...expected],
    })
  })

  it('name no email addresses to a monitor, in a column that is there all the same', async () => {
    const { open, user, owned } = await place()
    await insertSubmission(world.db, owned, { answer: 'flag{no}', user_id: user.id })
    const [headings, row] = await rowsOf(open, monitor)
    expect(headings).toEqual((await rowsOf(open))[0])
    expect(row?.slice(2)).toEqual(['Crew', user.name, 'Warm-up', 'flag{no}'])
  })

  it('stay when who made them has gone', async () => {
    const { open, user, owned } = await place()
    await insertSubmission(world.db, owned, { answer: 'orphan', user_id: user.id })
    const heir = await insertUser(world.db)
    await world.db
      .updateTable('team')
      .set({ captain_id: heir.id })
      .where('captain_id', '=', user.id)
      .execute()
    await world.db.deleteFrom('user').where('id', '=', user.id).execute()
    const [, row] = await rowsOf(open)
    expect(row?.slice(2)).toEqual(['Crew', '', 'Warm-up', 'orphan'])
  })

  it('are none of another game, and an empty sheet where there are none', async () => {
    const other = await place()
    await insertSubmission(world.db, other.owned)
    const { open } = await place()
    expect(await rowsOf(open)).toHaveLength(1)
  })

  it('are all there when they fill many pages, each of them once', async () => {
    const some = await place()
    const count = 9_001
    await insertMany(some, count)
    const [, ...rows] = await rowsOf(some.open)
    const stored = await world.db
      .selectFrom('submission')
      .select('answer')
      .where('game_id', '=', some.open.game.id)
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .execute()
    expect(rows.map((row) => row[5])).toEqual(stored.map(({ answer }) => answer))
    expect(rows).toHaveLength(count)
  })

  it('are called by the title and the time in UTC', async () => {
    const { open } = await place({ title: 'Jeopardy\\<1>' })
    const { name } = await sheetOf(open)
    expect(name).toMatch(/^Jeopardy__1__Submissions_\d{14}\.xlsx$/)
    const [, stamp = ''] = /(\d{14})/.exec(name) ?? []
    expect(Math.abs(Date.UTC(...parts(stamp)) - world.clock.now())).toBeLessThan(60_000)
  })

  it('speak the language of who asks', async () => {
    const { open, owned } = await place()
    await insertSubmission(world.db, owned)
    const { bytes } = await sheetOf(open, { 'accept-language': 'de-DE' })
    const { name, rows } = readWorkbook(bytes)
    expect([name, rows[0]?.[0], rows[1]?.[0]]).toEqual(['Alle Einreichungen', 'Status', 'FALSCH'])
  })
})

const parts = (stamp: string): [number, number, number, number, number, number] => {
  const [year = 0, month = 0, ...rest] = (/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(stamp) ?? [])
    .slice(1)
    .map(Number)
  const [day = 0, hour = 0, minute = 0, second = 0] = rest
  return [year, month - 1, day, hour, minute, second]
}

describe('a download that takes its time', () => {
  const begin = async (open: OpenGame): Promise<IncomingMessage> => {
    const request = httpGet(`${world.origin}${open.path}/submissionsheet`, {
      headers: { cookie: `pennant_session=${monitor.cookie()}` },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  }
  const insertNoise = async ({ owned }: Awaited<ReturnType<typeof place>>, count: number): Promise<void> => {
    await sql`
      insert into submission (game_id, participation_id, challenge_id, answer, status, time)
      select ${owned.participation.game_id}, ${owned.participation.id}, ${owned.challenge.id},
        (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 12) part),
        'WrongAnswer', now() - n * interval '1 second'
      from generate_series(1, ${count}::int) n
    `.execute(world.db)
  }
  const underWay = async (state: 'busy' | 'held up'): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (${state} = 'busy' and state <> 'idle' or wait_event_type = 'Lock')
    `.execute(world.db)
    return rows[0]?.count ?? -1
  }
  const untilIdle = () => expect.poll(() => underWay('busy')).toBe(0)
  const closed = (work: () => Promise<void>): Promise<void> =>
    world.adapters.db.transaction().execute(async (db) => {
      await sql`lock table submission in access exclusive mode`.execute(db)
      await work()
    })

  it('holds nothing in the database meanwhile, and leaves out what comes after its beginning', async () => {
    const some = await place()
    const count = 15_000
    await insertNoise(some, count)
    const response = await begin(some.open)
    response.pause()
    await untilIdle()
    await insertSubmission(world.db, some.owned, { answer: 'late' })
    await insertSubmission(world.db, some.owned, { answer: 'late', time: new Date(Date.now() - count * 900) })
    const { rows } = readWorkbook(await buffer(response))
    expect(rows).toHaveLength(count + 1)
    expect(rows.filter((row) => row[5] === 'late')).toEqual([])
  })

  it('stops when the client goes away', async () => {
    const some = await place()
    await insertNoise(some, 15_000)
    const response = await begin(some.open)
    response.pause()
    await untilIdle()
    await closed(async () => {
      response.resume()
      await expect.poll(() => underWay('held up')).toBe(1)
      response.destroy()
    })
    await untilIdle()
    await closed(async () => {
      for (let call = 0; call < 10; call++) await world.visitor().get('/api/config')
      expect(await underWay('held up')).toBe(0)
    })
  })
})

describe('there is no sheet', () => {
  it.each([0, -1, 2_000_000_000])('of a game that there is not (%i)', async (id) => {
    const answer = await downloadAs(monitor, `/api/game/${id}/submissionsheet`)
    expect([answer.status, answer.code]).toEqual([404, 'game.notFound'])
  })

  it('before the start', async () => {
    const open = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    const answer = await sheetOf(open)
    expect([answer.status, answer.code]).toEqual([400, 'game.notStarted'])
  })

  it('for anybody below a monitor; but there is one of a hidden game for a monitor', async () => {
    const open = await createOpenGame(world, { hidden: true })
    const { player } = await open.team()
    expect((await downloadAs(player, `${open.path}/submissionsheet`)).status).toBe(403)
    expect((await world.visitor().get(`${open.path}/submissionsheet`)).status).toBe(401)
    expect((await sheetOf(open, {}, monitor)).status).toBe(200)
  })
})

describe.skipIf(missing !== null)(withSkipReason('a spreadsheet program', missing), () => {
  it('shows the submissions as they were sent', { timeout: 120_000 }, async () => {
    const { open, owned, user } = await place()
    for (const answer of ['=1+1', '+49', '-', '@x', '0123', '1e5', 'a,"b"', 'flag{_x0041_}', ' x '])
      await insertSubmission(world.db, owned, { answer, user_id: user.id })
    const { bytes } = await sheetOf(open)
    expect(await shownByProgram(bytes)).toEqual(readWorkbook(bytes).rows.map((row) => row.map(String)))
  })
})
