import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamePermissions } from '@pennant/contract/enums'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { downloadAs } from '../../../../../tests/kit/download.ts'
import {
  insertInstance,
  insertParticipation,
  insertSolve,
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
  downloadAs(by, `${game.path}/scoreboardsheet`, headers)
const rowsOf = async (game: OpenGame, by = admin) => readWorkbook((await sheetOf(game, {}, by)).bytes).rows

const member = async (details: { real_name?: string; std_number?: string; phone?: string | null } = {}) => {
  const user = await insertUser(world.db)
  await world.db
    .updateTable('user')
    .set({ real_name: '', ...details })
    .where('id', '=', user.id)
    .execute()
  return user
}

const busyGame = async () => {
  const open = await createOpenGame(world, { title: 'Finals: "May" <2026>/1' })
  const web = await open.challenge({ title: 'Zeta', category: 'Web', original_score: 500 })
  const misc = await open.challenge({ title: '=Alpha', category: 'Misc' })
  await open.challenge({ title: 'Off', is_enabled: false })
  const [ann, bob] = [
    await member({ real_name: 'Ann Ada', std_number: '0017', phone: '+49 30 1' }),
    await member({ real_name: ' ', phone: null }),
  ]
  const division = await open.division('Students')
  const first = await insertTeam(world.db, [ann, bob], { name: 'First / Team' })
  const second = await insertTeam(world.db, [await member()], { name: '=second()' })
  const participations = [
    await insertParticipation(world.db, open.game, first, { division, members: [ann, bob] }),
    await insertParticipation(world.db, open.game, second),
  ]
  for (const participation of participations)
    for (const challenge of [web, misc]) await insertInstance(world.db, { participation, challenge })
  const [one, two] = participations
  if (one === undefined || two === undefined) throw new Error('there are two teams')
  const begun = Math.floor(world.clock.now() / 1000) * 1000 - 600_000
  const time = (second_: number) => new Date(begun + second_ * 1000)
  await insertSolve(world.db, { participation: one, challenge: misc }, time(1))
  await insertSolve(world.db, { participation: one, challenge: web }, time(2))
  await insertSolve(world.db, { participation: two, challenge: misc }, time(3))
  await open.changed()
  return { open, ann, bob, last: [time(2), time(3)] }
}

const cell = (at: Date | undefined) => at?.toISOString().replace('T', ' ').replace('.000Z', 'Z')

describe('the board as a spreadsheet', () => {
  it('has a row for each team as ranked, and a column for each challenge in the order of the board', async () => {
    const { open, ann, bob, last } = await busyGame()
    const { status, headers, bytes } = await sheetOf(open)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'no-store',
    ])
    const { body: board } = await world.visitor().get<Scoreboard>(`${open.path}/scoreboard`)
    const [one, two] = board.items
    const captain = await world.db
      .selectFrom('team')
      .innerJoin('user', 'user.id', 'team.captain_id')
      .select('user.name')
      .where('team.id', '=', two?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(readWorkbook(bytes)).toEqual({
      name: 'Scoreboard',
      rows: [
        [
          ...['Rank', 'Team', 'Division', 'Captain', 'Crew', 'Real Name', 'Email', 'Student Number'],
          ...['Phone', 'Solved', 'Time', 'Score', '=Alpha', 'Zeta'],
        ],
        [
          ...[1, 'First / Team', 'Students', ann.name, `${ann.name} / ${bob.name}`, 'Ann Ada / <empty>'],
          `${ann.name}@players.example / ${bob.name}@players.example`,
          ...['0017 / <empty>', '+49 30 1 / <empty>', 2, cell(last[0]), one?.score],
          ...[one?.solvedChallenges[0]?.score, one?.solvedChallenges[1]?.score],
        ],
        [
          ...[2, '=second()', '-', captain.name, '', '', '', '', '', 1, cell(last[1]), two?.score],
          ...[two?.solvedChallenges[0]?.score, 0],
        ],
      ],
    })
  })

  it('leaves the column for divisions out where there are none, and says what has never been', async () => {
    const open = await createOpenGame(world)
    await open.challenge({ title: 'Only' })
    const { team, player } = await open.team({ name: 'Newcomers' })
    expect(await rowsOf(open)).toEqual([
      [
        ...['Rank', 'Team', 'Captain', 'Crew', 'Real Name', 'Email', 'Student Number', 'Phone', 'Solved'],
        ...['Time', 'Score', 'Only'],
      ],
      [
        ...[1, team.name, player.userName, player.userName, '<empty>', player.email, '<empty>', '<empty>'],
        ...[0, '0001-01-01 00:00:00Z', 0, 0],
      ],
    ])
  })

  it('leaves the personal columns empty for a monitor, and every other where it is', async () => {
    const { open } = await busyGame()
    const [headings, ...rows] = await rowsOf(open)
    const [headingsForMonitor, ...rowsForMonitor] = await rowsOf(open, monitor)
    expect(headingsForMonitor).toEqual(headings)
    const personal = new Set(['Real Name', 'Email', 'Student Number', 'Phone'])
    const without = rows.map((row) =>
      row.map((cell_, column) => (personal.has(String(headings?.[column])) ? '' : cell_)),
    )
    expect(rowsForMonitor).toEqual(without)
    expect(rowsForMonitor).not.toEqual(rows)
  })

  it('shows a dash for teams that are not ranked', async () => {
    const { All, RankOverall } = gamePermissions
    const open = await createOpenGame(world)
    const guests = await open.division('Guests', All & ~RankOverall)
    await insertParticipation(world.db, open.game, await insertTeam(world.db, []), { division: guests })
    await open.changed()
    expect((await rowsOf(open))[1]?.slice(0, 3)).toEqual(['-', expect.any(String), 'Guests'])
  })

  it('lists only members who have joined in person, in the order in which they did', async () => {
    const open = await createOpenGame(world)
    const [late, early, absent] = [await member(), await member(), await member()]
    const team = await insertTeam(world.db, [absent, late, early])
    await insertParticipation(world.db, open.game, team, { members: [late, early] })
    const joined_at = new Date(Date.now() - 60_000)
    await world.db
      .updateTable('participation_member')
      .set({ joined_at })
      .where('user_id', '=', early.id)
      .execute()
    await open.changed()
    const [, row] = await rowsOf(open)
    expect(row?.slice(2, 4)).toEqual([absent.name, `${early.name} / ${late.name}`])
  })

  it('is called by the title, without what names of files cannot hold, and the time in UTC', async () => {
    const { open } = await busyGame()
    world.clock.set(Date.UTC(2026, 10, 21, 10, 15, 30))
    const started = {
      start_at: new Date(world.clock.now() - 1000),
      end_at: new Date(world.clock.now() + 1000),
    }
    await world.db.updateTable('game').set(started).where('id', '=', open.game.id).execute()
    await open.changed()
    const { name, headers } = await sheetOf(open)
    expect(name).toMatch(/^Finals_ _May_ _2026__1-Scoreboard-20261121-10\.15\.3\dZ\.xlsx$/)
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    world.clock.set(Date.now())
  })

  it('speaks the language of who asks, names of files apart', async () => {
    const { open } = await busyGame()
    const { bytes, name } = await sheetOf(open, { 'accept-language': 'de-DE' })
    const { name: sheetName, rows } = readWorkbook(bytes)
    expect(sheetName).toBe('Rangliste')
    expect(rows[0]?.slice(0, 3)).toEqual(['Rang', 'Team', 'Wertungsklasse'])
    expect(name).toContain('-Scoreboard-')
  })

  it('holds many teams', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const count = 450
    const teams: string[] = []
    for (let each = 0; each < count; each++) {
      const user = await insertUser(world.db)
      const team = await insertTeam(world.db, [user])
      const participation = await insertParticipation(world.db, open.game, team, { members: [user] })
      await insertInstance(world.db, { participation, challenge })
      teams.push(`${team.name} ${user.name} ${user.name}`)
    }
    await open.changed()
    const [, ...rows] = await rowsOf(open)
    expect(rows.map((row) => row.slice(1, 4).join(' ')).toSorted()).toEqual(teams.toSorted())
  })
})

describe('there is no sheet', () => {
  it.each([0, -1, 2_000_000_000])('of a game that there is not (%i)', async (id) => {
    const answer = await downloadAs(monitor, `/api/game/${id}/scoreboardsheet`)
    expect([answer.status, answer.code]).toEqual([404, 'game.notFound'])
  })

  it('before the start', async () => {
    const open = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    await insertParticipation(world.db, open.game, await insertTeam(world.db, []))
    const answer = await sheetOf(open)
    expect([answer.status, answer.code]).toEqual([400, 'game.notStarted'])
  })

  it('without a team on the board', async () => {
    const open = await createOpenGame(world)
    await insertParticipation(world.db, open.game, await insertTeam(world.db, []), { status: 'Pending' })
    const answer = await sheetOf(open)
    expect([answer.status, answer.code]).toEqual([400, 'scoreboard.empty'])
  })

  it('for anybody below a monitor; but there is one of a hidden game for a monitor', async () => {
    const open = await createOpenGame(world, { hidden: true })
    const { player } = await open.team()
    expect((await downloadAs(player, `${open.path}/scoreboardsheet`)).status).toBe(403)
    expect((await world.visitor().get(`${open.path}/scoreboardsheet`)).status).toBe(401)
    expect((await sheetOf(open, {}, monitor)).status).toBe(200)
  })
})

describe.skipIf(missing !== null)(withSkipReason('a spreadsheet program', missing), () => {
  it('shows the board as it was written', { timeout: 120_000 }, async () => {
    const { open } = await busyGame()
    const { bytes } = await sheetOf(open)
    const shown = await shownByProgram(bytes)
    expect(shown).toEqual(readWorkbook(bytes).rows.map((row) => row.map(String)))
    expect(shown[2]?.slice(0, 3)).toEqual(['2', '=second()', '-'])
  })
})
