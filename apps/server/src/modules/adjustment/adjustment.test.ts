import type { Adjustment } from '@pennant/contract/adjustment'
import type { TeamChange } from '@pennant/contract/hub'
import type { HistoryEntry, Scoreboard, ScoreboardItem, TimeLine } from '@pennant/contract/scoreboard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadAs } from '../../../../../tests/kit/download.ts'
import { insertGame } from '../../../../../tests/kit/factories.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { readWorkbook } from '../../../../../tests/kit/workbook.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const pathOf = (gameId: number, id?: number | string): string =>
  `/api/edit/games/${gameId}/adjustments${id === undefined ? '' : `/${id}`}`

type Given = { points?: unknown; reason?: unknown; time?: unknown; participationIds?: unknown }

const twoTeams = async (settings = {}) => {
  const open = await createOpenGame(world, settings)
  const challenge = await open.challenge({ flags: ['flag{one}'], original_score: 500, min_score_rate: 1 })
  const [first, second] = [await open.team({ name: 'Gulls' }), await open.team({ name: 'Terns' })]
  await open.submit(first.player, challenge, 'flag{one}')
  await open.submit(second.player, challenge, 'flag{one}')
  const give = (teams: readonly OpenTeam[], given: Given = {}) =>
    admin.post<Adjustment[]>(pathOf(open.game.id), {
      participationIds: teams.map(({ participation }) => participation.id),
      points: 100,
      reason: 'A bug report',
      ...given,
    })
  return { open, first, second, give }
}

const boardOf = async ({ path }: OpenGame, live = ''): Promise<Scoreboard> =>
  (await admin.get<Scoreboard>(`${path}/scoreboard${live}`)).body
const lineOf = (board: Scoreboard, { team }: OpenTeam): ScoreboardItem | undefined =>
  board.items.find(({ id }) => id === team.id)
const takeBack = (open: OpenGame, id: number | string | undefined, reason: unknown = 'A mistake') =>
  admin.delete<Adjustment>(pathOf(open.game.id, id), { reason })

describe('points by hand', () => {
  it('are on the board, in rank, timeline, sheet, and list, and move no time', async () => {
    const { open, first, second, give } = await twoTeams()
    const before = await boardOf(open)
    const { status, body } = await give([second])
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        participationId: second.participation.id,
        teamId: second.team.id,
        team: 'Terns',
        points: 100,
        reason: 'A bug report',
        time: expect.any(Number),
        by: admin.userName,
        revokedAt: null,
        revokedBy: null,
        revokeReason: null,
      },
    ])
    const after = await boardOf(open)
    const line = lineOf(before, second)
    expect(lineOf(after, second)).toEqual({
      ...line,
      score: (line?.score ?? 0) + 100,
      rank: 1,
      adjustment: 100,
    })
    expect(lineOf(after, first)).toEqual({ ...lineOf(before, first), rank: 2 })
    expect(after.challenges).toEqual(before.challenges)
    const points = (board: Scoreboard): TimeLine[] =>
      board.timelines[0]?.teams.find(({ id }) => id === second.team.id)?.items ?? []
    expect(points(after)).toEqual([
      ...points(before),
      { time: body[0]?.time, score: (line?.score ?? 0) + 100 },
    ])
    expect((await admin.get(pathOf(open.game.id))).body).toEqual(body)

    const { bytes } = await downloadAs(admin, `${open.path}/scoreboardsheet`)
    expect(readWorkbook(bytes).rows.map((row) => row.at(-1))).toEqual(['Points by hand', 100, 0])
  })

  it('go to all of the teams or to none', async () => {
    const { open, first, second, give } = await twoTeams()
    const elsewhere = await (await createOpenGame(world)).team()
    expect(await give([first, elsewhere])).toMatchObject({ status: 404 })
    expect((await admin.get(pathOf(open.game.id))).body).toEqual([])
    const twice = await give([first, first, second], { points: -30 })
    expect(twice.body).toHaveLength(2)
    const board = await boardOf(open)
    expect([first, second].map((team) => lineOf(board, team)?.adjustment)).toEqual([-30, -30])
  })

  it.each<[string, Given, number, string]>([
    ['no team', { participationIds: [] }, 400, 'validation.required'],
    ['no points', { points: 0 }, 400, 'validation.required'],
    ['half a point', { points: 0.5 }, 400, 'validation.type'],
    ['too many points', { points: 1_000_001 }, 400, 'validation.range'],
    ['too few points', { points: -1_000_001 }, 400, 'validation.range'],
    ['no reason', { reason: ' ' }, 400, 'validation.required'],
    ['a reason too long', { reason: 'x'.repeat(501) }, 400, 'validation.tooLong'],
    ['a time before the start', { time: 1 }, 400, 'validation.range'],
    ['a time to come', { time: Date.now() + 600_000 }, 400, 'validation.range'],
    ['an unknown team', { participationIds: [2_000_000_000] }, 404, 'participation.notFound'],
  ])('are refused with %s', async (_what, given, status, code) => {
    const { open, first, give } = await twoTeams()
    expect(await give([first], given)).toMatchObject({ status, body: { code } })
    expect((await admin.get(pathOf(open.game.id))).body).toEqual([])
  })

  it('are not given before a game has started, or in one that does not exist', async () => {
    const game = await insertGame(world.db, { start_at: new Date(world.clock.now() + 60_000) })
    const sent = { participationIds: [1], points: 1, reason: 'Early' }
    expect(await admin.post(pathOf(game.id), sent)).toMatchObject({ status: 400 })
    expect(await admin.post(pathOf(2_000_000_000), sent)).toMatchObject({ status: 404 })
    expect(await admin.get(pathOf(2_000_000_000))).toMatchObject({ status: 404 })
  })

  it('can be given after the end, and for an earlier moment', async () => {
    const { open, first, give } = await twoTeams()
    const hour = 3_600_000
    const time = world.clock.now() - hour / 2
    expect((await give([first], { time })).body[0]?.time).toBe(time)
    await world.db
      .updateTable('game')
      .set({ end_at: new Date(world.clock.now() - 1) })
      .where('id', '=', open.game.id)
      .execute()
    await open.changed()
    expect((await give([first])).status).toBe(200)
    expect(lineOf(await boardOf(open), first)?.adjustment).toBe(200)
  })

  it('are only for administrators', async () => {
    const { open, first } = await twoTeams()
    const monitor = await world.person('Monitor')
    for (const person of [first.player, monitor, world.visitor()]) {
      expect([401, 403]).toContain((await person.get(pathOf(open.game.id))).status)
      expect([401, 403]).toContain((await person.post(pathOf(open.game.id), {})).status)
      expect([401, 403]).toContain((await person.delete(pathOf(open.game.id, 1), {})).status)
    }
  })

  it('tell the team', async () => {
    const { open, first, second, give } = await twoTeams()
    const own = await listen(world, `/hub/user?game=${open.game.id}`, first.player)
    const others = await listen(world, `/hub/user?game=${open.game.id}`, second.player)
    const { body } = await give([first])
    // Word of a solve from before may come late.
    const of = ({ heard }: typeof own) =>
      heard.filter(
        ([event, payload]) => event === 'ReceivedTeamChange' && (payload as TeamChange).what === 'Points',
      )
    await expect
      .poll(() => of(own), patient)
      .toEqual([
        ['ReceivedTeamChange', { gameId: open.game.id, what: 'Points', time: body[0]?.time, points: 100 }],
      ])
    expect(of(others)).toEqual([])
    await Promise.all([own.stop(), others.stop()])
  })
})

describe('points that are taken back', () => {
  it('count no more, and stay in the list', async () => {
    const { open, first, give } = await twoTeams()
    const before = await boardOf(open)
    const { body } = await give([first])
    const { status, body: revoked } = await takeBack(open, body[0]?.id)
    expect(status).toBe(200)
    expect(revoked).toEqual({
      ...body[0],
      revokedAt: expect.any(Number),
      revokedBy: admin.userName,
      revokeReason: 'A mistake',
    })
    expect((await boardOf(open)).items).toEqual(before.items)
    expect((await admin.get(pathOf(open.game.id))).body).toEqual([revoked])
  })

  it('are answered the second time as the first', async () => {
    const { open, first, give } = await twoTeams()
    const { body } = await give([first])
    const own = await listen(world, `/hub/user?game=${open.game.id}`, first.player)
    const answers = await Promise.all([1, 2, 3].map(() => takeBack(open, body[0]?.id)))
    const version = (await boardOf(open)).version
    answers.push(await takeBack(open, body[0]?.id, 'Again'))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(answers[0]?.body)
    }
    expect((await boardOf(open)).version).toBe(version)
    // A later message says that no other is on its way.
    await give([first], { points: 3 })
    const told = () =>
      own.heard.flatMap(([event, payload]) => {
        const { what, points } = payload as TeamChange
        return event === 'ReceivedTeamChange' && what === 'Points' ? [points] : []
      })
    await expect.poll(told, patient).toContain(3)
    expect(told()).toEqual([-100, 3])
    await own.stop()
  })

  it('must be there, in this game, with a reason', async () => {
    const { open, first, give } = await twoTeams()
    const { body } = await give([first])
    const other = await createOpenGame(world)
    const notFound = { status: 404, body: { code: 'adjustment.notFound' } }
    expect(await takeBack(other, body[0]?.id)).toMatchObject(notFound)
    expect(await takeBack(open, 2_000_000_000)).toMatchObject(notFound)
    expect(await takeBack(open, 'x')).toMatchObject({ status: 404 })
    expect(await takeBack(open, body[0]?.id, '')).toMatchObject({ status: 400 })
    expect(await admin.delete(pathOf(open.game.id, body[0]?.id), {})).toMatchObject({ status: 400 })
    expect(lineOf(await boardOf(open), first)?.adjustment).toBe(100)
  })
})

describe('the history of a team', () => {
  const historyOf = async (person: Person, path: string) => (await person.get<HistoryEntry[]>(path)).body

  it('says what its score is made of, with the reasons', async () => {
    const { open, first, give } = await twoTeams()
    const { body } = await give([first])
    await takeBack(open, body[0]?.id)
    const own = await historyOf(first.player, `${open.path}/history`)
    expect(own.map(({ what, points, reason }) => [what, points, reason])).toEqual([
      ['Solved', 525, undefined],
      ['Given', 100, 'A bug report'],
      ['TakenBack', -100, 'A mistake'],
    ])
    expect(own.at(-1)?.score).toBe(lineOf(await boardOf(open), first)?.score)
    const monitor = await world.person('Monitor')
    const path = `${open.path}/participations/${first.participation.id}/history`
    expect(await historyOf(monitor, path)).toEqual(own)
    expect(await first.player.get(path)).toMatchObject({ status: 403 })
    expect(await monitor.get(`${open.path}/participations/2000000000/history`)).toMatchObject({ status: 404 })
    expect(await (await world.person()).get(`${open.path}/history`)).toMatchObject({ status: 400 })
  })

  it('ends at the freeze for the team, with its own later solves', async () => {
    const { open, first, give } = await twoTeams({ freeze_at: new Date(Date.now() - 1_000) })
    const late = await open.challenge({ flags: ['flag{late}'], original_score: 300 })
    await open.submit(first.player, late, 'flag{late}')
    await give([first])
    const own = await historyOf(first.player, `${open.path}/history`)
    expect(own.map(({ what }) => what)).toEqual(['Solved', 'Solved'])
    const { body: details } = await first.player.get<{ rank: ScoreboardItem }>(`${open.path}/details`)
    expect(own.at(-1)?.score).toBe(details.rank.score)
    const path = `${open.path}/participations/${first.participation.id}/history`
    const live = await historyOf(admin, path)
    expect(live.at(-1)).toMatchObject({
      what: 'Given',
      score: lineOf(await boardOf(open, '/live'), first)?.score,
    })
  })
})

describe('while the board is frozen', () => {
  const frozen = () => twoTeams({ freeze_at: new Date(world.clock.now() + 1_000) })
  const freeze = async ({ game, changed }: OpenGame): Promise<number> => {
    const at = world.clock.now()
    await world.db
      .updateTable('game')
      .set({ freeze_at: new Date(at) })
      .where('id', '=', game.id)
      .execute()
    await changed()
    return at
  }
  const publicAnswer = async (open: OpenGame) => {
    const { headers, text } = await world.visitor().get(`${open.path}/scoreboard`)
    return { tag: headers.get('etag'), modified: headers.get('last-modified'), text }
  }

  it('points from then on move only the live board', async () => {
    const { open, first, give } = await frozen()
    const { body: earlier } = await give([first], { points: 7 })
    const at = await freeze(open)
    const before = await publicAnswer(open)
    const own = await listen(world, `/hub/user?game=${open.game.id}`, first.player)
    await give([first])
    await takeBack(open, earlier[0]?.id)
    expect(await publicAnswer(open)).toEqual(before)
    expect(lineOf(await boardOf(open, '/live'), first)?.adjustment).toBe(100)
    const { body: details } = await first.player.get<{ rank: ScoreboardItem }>(`${open.path}/details`)
    expect(details.rank.adjustment).toBe(7)
    const { id } = await open.challenge({ flags: ['flag{late}'] })
    await open.submit(first.player, { id }, 'flag{late}')
    // Word of what happened before the freeze may come late.
    const news = () =>
      own.heard
        .filter(([event]) => event === 'ReceivedTeamChange')
        .map(([, change]) => change as TeamChange)
        .filter(({ time = at }) => time >= at)
    await expect.poll(news, patient).toEqual([expect.objectContaining({ what: 'Solved' })])
    await own.stop()
  })

  it('points for an earlier moment are on it', async () => {
    const { open, first, give } = await frozen()
    const at = await freeze(open)
    const before = await publicAnswer(open)
    await give([first], { time: at - 1 })
    expect((await publicAnswer(open)).tag).not.toBe(before.tag)
    expect(lineOf(await boardOf(open), first)?.adjustment).toBe(100)
  })
})
