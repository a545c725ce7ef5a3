import { gamePermissions } from '@pennant/contract/enums'
import type { GameInfo } from '@pennant/contract/game'
import type { Recorded } from '@pennant/contract/record'
import type { HistoryEntry, Scoreboard } from '@pennant/contract/scoreboard'
import { createBoard } from '@pennant/rules/scoreboard/board'
import { checksumOf } from '@pennant/rules/scoreboard/checksum'
import { boardAt } from '@pennant/rules/scoreboard/past'
import { boardInputOf, readRecord } from '@pennant/rules/scoreboard/record'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createOpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const second = 1_000

const clock = createTestClock()
let world: World
let admin: Person
let monitor: Person
beforeAll(async () => {
  world = await createWorld({ clock })
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())

let games = 0

const played = async () => {
  const nth = (games += 1)
  const open = await createOpenGame(world)
  const { All, RankOverall } = gamePermissions
  const guests = await open.division('Guests', All - RankOverall)
  const challenges = [
    await open.challenge({ title: 'One', flags: ['flag{a}'], original_score: 500 }),
    await open.challenge({ title: 'Two', flags: ['flag{a}'], category: 'Web' }),
    await open.challenge({ title: 'Three', flags: ['flag{a}'], original_score: 300 }),
  ] as const
  const [first, rival, third] = [
    await open.team({ name: 'Gulls' }),
    await open.team({ name: 'Terns' }),
    await open.team({ name: 'نوارس الشاطئ', division: guests }),
  ]
  const edit = `/api/edit/games/${open.game.id}`
  const solve = ({ player }: OpenTeam, at: 0 | 1 | 2) => open.submit(player, challenges[at], 'flag{a}')
  const update = (at: 0 | 1 | 2, body: object) => admin.put(`${edit}/challenges/${challenges[at].id}`, body)
  const decide = ({ participation }: OpenTeam, body: object) =>
    admin.put(`/api/admin/participation/${participation.id}`, body)
  const decideMany = (teams: readonly OpenTeam[], body: object) =>
    admin.put(`${edit}/participations`, { ids: teams.map(({ participation }) => participation.id), ...body })
  const save = async (members: Partial<GameInfo>) =>
    admin.put(edit, { ...(await admin.get<GameInfo>(edit)).body, ...members })
  const late = await world.person('User', `late${nth}`)
  const acts: (() => Promise<unknown>)[] = [
    () => solve(first, 0),
    () => solve(rival, 0),
    () => solve(third, 0),
    () => update(0, { originalScore: 900, minScoreRate: 0.5, difficulty: 2, title: 'Uno' }),
    () => solve(first, 1),
    async () => {
      const team = (await late.post<{ id: number }>('/api/team', { name: `Latecomers ${nth}` })).body
      return late.post(open.path, { teamId: team.id, divisionId: guests.id })
    },
    () => decide(first, { status: 'Suspended' }),
    () => solve(rival, 1),
    () => decide(first, { status: 'Accepted' }),
    async () => {
      const { participations } = world.core.games.peek(open.game.id) ?? expect.fail('no game')
      const latest = [...participations.values()].at(-1)
      return admin.put(`/api/admin/participation/${latest?.id}`, { status: 'Accepted' })
    },
    () => update(0, { isEnabled: false }),
    () => decideMany([rival, third], { divisionId: null }),
    () => update(0, { isEnabled: true, disableBloodBonus: true }),
    () => save({ bloodBonus: 314_726_450 }),
    () =>
      admin.put(`${edit}/divisions/${guests.id}`, {
        ...{ name: 'Visitors', defaultPermissions: gamePermissions.ViewChallenge },
        challengeConfigs: [{ challengeId: challenges[0].id, permissions: All }],
      }),
    () => decide(third, { status: 'Accepted', divisionId: guests.id }),
    () => admin.put(`${edit}/challenges`, [challenges[2].id, challenges[0].id]),
    () => solve(first, 2),
    () =>
      admin.post(`${edit}/adjustments`, {
        ...{ participationIds: [rival.participation.id], points: 250, reason: 'A bug report' },
      }),
    () => save({ start: open.game.start_at.getTime() + 3_600_000 + 1.5 * second }),
    () => update(1, { deadlineUtc: clock.now() - 4 * second }),
    () => save({ start: open.game.start_at.getTime() }),
  ]
  const boards: { moment: number; board: Scoreboard }[] = []
  for (const act of acts) {
    clock.advance(second)
    const answered = await act()
    if (typeof answered === 'object') expect(answered).toMatchObject({ status: 200 })
    clock.advance(1)
    const { body } = await monitor.get<Scoreboard>(`${open.path}/scoreboard/live`)
    boards.push({ moment: clock.now(), board: body })
  }
  return { open, challenges, teams: { first, rival, third }, boards, edit, decide }
}

const recordOf = async ({ path }: { path: string }): Promise<Recorded> => {
  const { status, body, text } = await monitor.get<Recorded>(`${path}/record`)
  expect(status, text).toBe(200)
  return body
}

const standingsAt = (sent: Recorded, moment: number) => {
  const board = boardAt(readRecord(sent), moment)
  return [board.items(), board.challenges()]
}

describe('the record of a game', () => {
  it('gives the board of every moment as it was live then', async () => {
    const { open, boards, teams, challenges } = await played()
    const sent = await recordOf(open)
    const record = readRecord(sent)
    expect(checksumOf(createBoard(boardInputOf(record)))).toBe(sent.checksum)
    for (const { moment, board } of boards) {
      const then = boardAt(record, moment)
      const at = `${moment - (boards[0]?.moment ?? 0)} ms`
      expect(then.items(), at).toEqual(board.items)
      expect(then.challenges(), at).toEqual(expect.arrayContaining(Object.values(board.challenges).flat()))
      expect(then.challenges(), at).toHaveLength(board.challengeCount)
      expect(then.timelines(), at).toEqual(board.timelines)
    }
    const last = boards.at(-1)?.board.items ?? []
    for (const { participation, team } of Object.values(teams)) {
      const path = `${open.path}/participations/${participation.id}/history`
      const history = (await monitor.get<HistoryEntry[]>(path)).body
      expect(history.at(-1)?.score).toBe(last.find(({ id }) => id === team.id)?.score)
    }
    expect(challenges).toHaveLength(3)
  })

  it('is revalidated by its tag, and another with the next change', async () => {
    const { open, decide, teams } = await played()
    const path = `${open.path}/record`
    const tag = (await monitor.get(path)).headers.get('etag') ?? ''
    expect((await monitor.get(path, { 'if-none-match': tag })).status).toBe(304)
    await decide(teams.rival, { status: 'Suspended' })
    expect((await monitor.get(path, { 'if-none-match': tag })).status).toBe(200)
  })

  it('names what was deleted for good, without what it was', async () => {
    const { open, challenges, edit, teams } = await played()
    clock.advance(second)
    expect((await admin.delete(`${edit}/challenges/${challenges[2].id}`)).status).toBe(200)
    expect((await admin.delete(`/api/admin/teams/${teams.third.team.id}`)).status).toBe(200)
    const { changes = [], teams: there } = await recordOf(open)
    expect(there.map(({ teamId }) => teamId)).not.toContain(teams.third.team.id)
    expect(changes.filter(({ after }) => after === null)).toEqual([
      {
        ...{ time: clock.now(), kind: 'Challenge', id: challenges[2].id, after: null, reason: null },
        before: expect.objectContaining({ title: 'Three' }),
      },
      {
        ...{ time: clock.now(), kind: 'Participation', id: teams.third.participation.id, after: null },
        ...{ reason: null, before: expect.objectContaining({ name: 'نوارس الشاطئ' }) },
      },
    ])
  })

  it('holds no flag, no answer, and no email address, and is for those who watch the game', async () => {
    const { open, teams, challenges, edit } = await played()
    const { player } = teams.first
    await player.post(`${open.path}/challenges/${challenges[0].id}`, { flag: 'flag{wrong}' })
    await admin.put(`${edit}/challenges/${challenges[1].id}`, {
      content: 'Secret text',
      flagTemplate: 'flag{[GUID]}',
    })
    const { text } = await monitor.get(`${open.path}/record`)
    for (const secret of [
      'flag{',
      'Secret text',
      '@',
      'hashSalt',
      'inviteCode',
      teams.first.participation.token,
    ])
      expect(text).not.toContain(secret)
    for (const [who, status] of [
      [world.visitor(), 401],
      [player, 403],
      [admin, 200],
    ] as const)
      expect((await who.get(`${open.path}/record`)).status).toBe(status)
    expect((await monitor.get('/api/game/999999/record')).status).toBe(404)
    const waiting = await createOpenGame(world, { start_at: new Date(clock.now() + second) })
    expect((await monitor.get(`${waiting.path}/record`)).status).toBe(400)
  })

  it('is for everyone while results are published, as far as the board tells it', async () => {
    const { open, challenges, teams, boards, edit, decide } = await played()
    await decide(teams.third, { status: 'Suspended' })
    await admin.put(`${edit}/challenges/${challenges[2].id}`, { isEnabled: false })
    const four = await open.challenge({ title: 'Four', flags: ['flag{a}'] })
    const game = (await admin.get<GameInfo>(edit)).body
    clock.advance(1)
    expect((await admin.put(edit, { ...game, end: clock.now(), practiceMode: true })).status).toBe(200)
    clock.advance(1)
    // Practice shows on the board, without points.
    await open.submit(teams.rival.player, four, 'flag{a}')
    // Nobody waits for submissions that came just before the end.
    clock.advance(3 * second)
    expect((await admin.post(`${edit}/results`, {})).status).toBe(200)
    const { body, status } = await world.visitor().get<Recorded>(`${open.path}/record`)
    expect(status).toBe(200)
    const board = createBoard(boardInputOf(readRecord(body)))
    const published = (await world.visitor().get<{ board: Scoreboard }>(`${open.path}/results`)).body.board
    expect(checksumOf(board)).toBe(body.checksum)
    expect(board.items().map(({ id, score }) => [id, score])).toEqual(
      published.items.map(({ id, score }) => [id, score]),
    )
    expect(body).not.toHaveProperty('changes')
    expect(body.teams.map(({ name }) => name)).not.toContain('نوارس الشاطئ')
    expect(body.challenges.map(({ title }) => title)).not.toContain('Three')
    expect(body.adjustments).toMatchObject([{ points: 250, reason: '', revokeReason: null }])
    expect(body.divisions.flatMap(({ challengeConfigs }) => challengeConfigs)).not.toContainEqual(
      expect.objectContaining({ challengeId: challenges[2].id }),
    )
    expect((await recordOf(open)).changes?.length).toBeGreaterThan(0)

    // What is set for practice moves no earlier board, until it is published, too.
    clock.advance(1)
    const changes = [
      await admin.put(`${edit}/challenges/${challenges[0].id}`, { originalScore: 50, isEnabled: false }),
      await admin.put(`${edit}/challenges/${challenges[2].id}`, { isEnabled: true }),
      await decide(teams.rival, { status: 'Suspended' }),
    ]
    expect(changes.map((answer) => answer.status)).toEqual([200, 200, 200])
    const { body: later } = await world.visitor().get<Recorded>(`${open.path}/record`)
    expect(checksumOf(createBoard(boardInputOf(readRecord(later))))).toBe(later.checksum)
    for (const { moment } of [...boards, { moment: body.end }])
      expect(standingsAt(later, moment)).toEqual(standingsAt(body, moment))
    clock.advance(1)
    expect((await admin.post(`${edit}/results`, { reason: 'A mistake' })).status).toBe(200)
    const { body: revised } = await world.visitor().get<Recorded>(`${open.path}/record`)
    expect(revised.teams.map(({ name }) => name)).not.toContain('Terns')
    expect(revised.challenges.map(({ title }) => title)).toContain('Three')
    expect((await admin.delete(`${edit}/results`, {})).status).toBe(200)
    expect((await world.visitor().get(`${open.path}/record`)).status).toBe(401)
  })
})
