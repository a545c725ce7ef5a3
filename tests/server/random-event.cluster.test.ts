import type { Adjustment } from '@pennant/contract/adjustment'
import { gamePermissions } from '@pennant/contract/enums'
import { avatarUrl } from '@pennant/contract/file'
import type { CtftimeFeed } from '@pennant/contract/ctftime'
import type { GameInfo } from '@pennant/contract/game'
import type { Recorded } from '@pennant/contract/record'
import type { Results } from '@pennant/contract/results'
import type { Reveal } from '@pennant/contract/reveal'
import type {
  ChallengeInfo,
  GameDetail,
  HistoryEntry,
  Scoreboard,
  ScoreboardItem,
  TimeLineItem,
} from '@pennant/contract/scoreboard'
import { revealAt, revealOf } from '@pennant/rules/reveal/reveal'
import { boardAt } from '@pennant/rules/scoreboard/past'
import { readRecord } from '@pennant/rules/scoreboard/record'
import { type Change, whatIf } from '@pennant/rules/scoreboard/what-if'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { referenceBoard } from '../../packages/rules/src/scoreboard/reference-board.suite.ts'
import { byBreadth } from '../kit/breadth.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { differenceBetween, inOrder } from './board-difference.ts'

const actions = byBreadth(1_000, 10_000, 100_000)
const rounds = 20
const atOnce = 25
/** Of a hundred actions: few alone would leave kinds of them out. */
const interventions = byBreadth(8, 4)
const seed = 20_261_121

let world: World
let admin: Person
let open: OpenGame
const teams: OpenTeam[] = []
const challenges: { id: number; flag: string }[] = []
let divisions: { id: number }[] = []

beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  open = await createOpenGame(world, { practice_mode: true })
  const { All, RankOverall, GetBlood, GetScore, AffectDynamicScore } = gamePermissions
  divisions = [
    await open.division('Open'),
    await open.division('Guests', All - RankOverall),
    await open.division('Staff', All - GetBlood - AffectDynamicScore),
    await open.division('Ghosts', All - GetScore),
  ]
  for (let each = 0; each < 12; each++) {
    const division = divisions[each % (divisions.length + 1)]
    teams.push(await open.team(division === undefined ? {} : { division }))
  }
  for (let each = 0; each < 30; each++) {
    const flag = `flag{${each}}`
    const challenge = await open.challenge({
      flags: [flag],
      category: each % 2 === 0 ? 'Web' : 'Crypto',
      disable_blood_bonus: each % 7 === 0,
      submission_limit: each % 5 === 0 ? 40 : 0,
    })
    challenges.push({ id: challenge.id, flag })
  }
}, 120_000)
afterAll(() => world.close())

const createChance = (start: number) => {
  let state = start
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const chance = createChance(seed)
const pick = <T>(list: readonly T[]): T => {
  const chosen = list[chance(list.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}

/** Points by hand that were given for an earlier moment. */
const backdated: { given: number; time: number }[] = []

const submits = async (): Promise<void> => {
  const { player } = pick(teams)
  const { id, flag } = pick(challenges)
  const right = chance(100) < 12
  // A refusal is fine: the team may be suspended, the challenge disabled, the attempts used up.
  const { status } = await player.post(`${open.path}/challenges/${id}`, { flag: right ? flag : 'flag{no}' })
  expect([200, 400, 404]).toContain(status)
}

const freezes = async (at: number | null) => {
  const edit = `/api/edit/games/${open.game.id}`
  const { body: game } = await admin.get<GameInfo>(edit)
  const inside = at === null ? null : Math.min(Math.max(at, game.start), game.end)
  return admin.put(edit, { ...game, freezeAt: inside })
}

const intervenes = async (): Promise<void> => {
  const edit = `/api/edit/games/${open.game.id}`
  const { id } = pick(challenges)
  const { participation, team, player } = pick(teams)
  const kinds = [
    () =>
      admin.put(`/api/admin/participation/${participation.id}`, {
        status: pick(['Suspended', 'Accepted', 'Accepted', 'Pending'] as const),
        divisionId: pick([...divisions.map((division) => division.id), null]),
      }),
    () =>
      admin.put(`${edit}/challenges/${id}`, {
        originalScore: 100 + chance(900),
        minScoreRate: chance(100) / 100,
        difficulty: 1 + chance(20),
        disableBloodBonus: chance(4) === 0,
      }),
    () => admin.put(`${edit}/challenges/${id}`, { isEnabled: chance(3) > 0 }),
    () =>
      admin.put(`${edit}/challenges/${id}`, {
        deadlineUtc: chance(2) === 0 ? 0 : world.clock.now() + chance(600_000),
      }),
    () =>
      admin.put(`${edit}/divisions/${pick(divisions).id}`, {
        challengeConfigs: [{ challengeId: id, permissions: pick([256, 768, 1792, 3840, 7936]) }],
      }),
    // One that comes while the boards are compared would make them differ.
    () => freezes(chance(3) === 0 ? null : world.clock.now() - chance(600_000)),
    () => {
      const time = world.clock.now() - chance(600_000)
      const isEarlier = chance(2) === 0
      if (isEarlier) backdated.push({ given: world.clock.now(), time })
      return admin.post(`${edit}/adjustments`, {
        participationIds: [participation.id, pick(teams).participation.id],
        points: pick([-1, 1]) * (1 + chance(400)),
        reason: 'By chance',
        ...(isEarlier ? { time } : {}),
      })
    },
    async () => {
      const { body: given } = await admin.get<Adjustment[]>(`${edit}/adjustments`)
      if (given.length === 0) return admin.get(edit)
      return admin.delete(`${edit}/adjustments/${pick(given).id}`, { reason: 'By chance' })
    },
    () => player.put(`/api/team/${team.id}`, { name: `Team ${chance(1_000_000)}` }),
  ]
  const { status, text } = await pick(kinds)()
  if (status !== 200) throw new Error(`an organizer was refused: ${text}`)
}

const liveBoard = async (): Promise<Scoreboard> =>
  (await admin.get<Scoreboard>(`${open.path}/scoreboard/live`)).body

/** An act whose effect the record tells beforehand, and doing it. */
const foreseeable = async (): Promise<[Change, () => Promise<{ status: number; text: string }>]> => {
  const edit = `/api/edit/games/${open.game.id}`
  const { id: challengeId } = pick(challenges)
  const { participation, team } = pick(teams)
  const division = pick(divisions)
  const { body: game } = await admin.get<GameInfo>(edit)
  const decide = (sent: object) => admin.put(`${edit}/participations`, { ids: [participation.id], ...sent })
  const challenge = (sent: object) => admin.put(`${edit}/challenges/${challengeId}`, sent)
  const [teamIds, challengeIds] = [[team.id], [challengeId]]
  const scoring = {
    ...{ originalScore: 100 + chance(900), minScoreRate: chance(100) / 100, difficulty: 1 + chance(20) },
    disableBloodBonus: chance(2) === 0,
  }
  const deadline = world.clock.now() - chance(20) * 600_000
  const start = Math.min(
    open.game.start_at.getTime() + chance(60) * 60_000,
    game.freezeAt ?? Number.POSITIVE_INFINITY,
  )
  const bloodBonus = pick([0, 52_459_530, 314_726_450])
  const points = pick([-1, 1]) * (1 + chance(900))
  const permissions = pick([256, 768, 1792, 3840, 7936])
  const challengeConfigs = [{ challengeId, permissions }]
  const permitted = { defaultPermissions: gamePermissions.All - chance(1024), challengeConfigs }
  return pick<[Change, () => Promise<{ status: number; text: string }>]>([
    [{ kind: 'enableChallenges', challengeIds }, () => challenge({ isEnabled: true })],
    [{ kind: 'disableChallenges', challengeIds }, () => challenge({ isEnabled: false })],
    [{ kind: 'scoreChallenges', challengeIds, scoring }, () => challenge(scoring)],
    [
      { kind: 'scoreChallenges', challengeIds, scoring: { deadline } },
      () => challenge({ deadlineUtc: deadline }),
    ],
    [{ kind: 'setBloodBonus', bloodBonus }, () => admin.put(edit, { ...game, bloodBonus })],
    [{ kind: 'moveTimes', start }, () => admin.put(edit, { ...game, start })],
    [{ kind: 'acceptTeams', teamIds }, () => decide({ status: 'Accepted' })],
    [{ kind: 'excludeTeams', teamIds }, () => decide({ status: 'Suspended' })],
    [{ kind: 'moveTeams', teamIds, divisionId: division.id }, () => decide({ divisionId: division.id })],
    [
      { kind: 'permitDivision', divisionId: division.id, ...permitted },
      () => admin.put(`${edit}/divisions/${division.id}`, permitted),
    ],
    [
      { kind: 'adjustTeams', teamIds, points },
      () =>
        admin.post(`${edit}/adjustments`, {
          ...{ participationIds: [participation.id], points, reason: 'By chance' },
        }),
    ],
  ])
}

const expectForeseen = async (): Promise<Change['kind'] | null> => {
  const [change, perform] = await foreseeable()
  const { body } = await admin.get<Recorded>(`${open.path}/record`)
  const foreseen = whatIf(readRecord(body), change)
  const before = await liveBoard()
  const { status, text } = await perform()
  expect(status, `${change.kind}: ${text}`).toBe(200)
  const told = differenceBetween({ before, after: await liveBoard() })
  expect(inOrder(foreseen), change.kind).toEqual(told)
  return told.teams.length > 0 ? change.kind : null
}

/** The score that a player sees of the own team is the sum of the history that it reads. */
const expectOwnHistory = async (): Promise<void> => {
  const { player } = pick(teams)
  const details = await player.get<GameDetail>(`${open.path}/details`)
  if (details.status !== 200) return
  const { body } = await player.get<HistoryEntry[]>(`${open.path}/history`)
  expect(body.at(-1)?.score ?? 0).toBe(details.body.rank?.score ?? 0)
}

const stored = async (): Promise<Parameters<typeof referenceBoard>[0]> => {
  const { db } = world
  const of = open.game.id
  const game = await db.selectFrom('game').selectAll().where('id', '=', of).executeTakeFirstOrThrow()
  const configs = await db.selectFrom('division_challenge').selectAll().where('game_id', '=', of).execute()
  const rows = {
    divisions: await db.selectFrom('division').selectAll().where('game_id', '=', of).orderBy('id').execute(),
    challenges: await db.selectFrom('challenge').selectAll().where('game_id', '=', of).execute(),
    teams: await db
      .selectFrom('participation as p')
      .innerJoin('team as t', 't.id', 'p.team_id')
      .select(['p.id', 'p.team_id', 'p.division_id', 't.name', 't.bio', 't.avatar_hash'])
      .where('p.game_id', '=', of)
      .where('p.status', '=', 'Accepted')
      .execute(),
    solves: await db
      .selectFrom('first_solve as f')
      .innerJoin('submission as s', 's.id', 'f.submission_id')
      .leftJoin('user as u', 'u.id', 's.user_id')
      .select(['f.participation_id', 'f.challenge_id', 'f.submission_id', 's.time', 'u.name'])
      .where('f.game_id', '=', of)
      .execute(),
    adjustments: await db.selectFrom('adjustment').selectAll().where('game_id', '=', of).execute(),
  }
  return {
    game: { start: game.start_at.getTime(), end: game.end_at.getTime(), bloodBonus: game.blood_bonus },
    until: game.freeze_at?.getTime() ?? null,
    adjustments: rows.adjustments.map((row) => ({
      participationId: row.participation_id,
      points: row.points,
      time: row.time.getTime(),
      revokedAt: row.revoked_at?.getTime() ?? null,
    })),
    divisions: rows.divisions.map(({ id, name, default_permissions }) => ({
      id,
      name,
      defaultPermissions: default_permissions,
      challengeConfigs: new Map(
        configs.flatMap((config) =>
          config.division_id === id ? [[config.challenge_id, config.permissions] as const] : [],
        ),
      ),
    })),
    challenges: rows.challenges
      .filter(({ is_enabled }) => is_enabled)
      .map((row) => ({
        id: row.id,
        title: row.title,
        category: row.category,
        originalScore: row.original_score,
        minScoreRate: row.min_score_rate,
        difficulty: row.difficulty,
        deadline: row.deadline_at?.getTime() ?? null,
        disableBloodBonus: row.disable_blood_bonus,
      })),
    teams: rows.teams.map((row) => ({
      participationId: row.id,
      teamId: row.team_id,
      name: row.name,
      bio: row.bio,
      avatar: avatarUrl(row.avatar_hash),
      divisionId: row.division_id,
    })),
    solves: rows.solves.map((row) => ({
      participationId: row.participation_id,
      challengeId: row.challenge_id,
      submissionId: row.submission_id,
      time: row.time.getTime(),
      userName: row.name,
    })),
  }
}

type Told = { shown: string; live: string }

const boardsOf = async (from: World): Promise<Told> => {
  const [shown, live] = await Promise.all([
    from.visitor().get(`${open.path}/scoreboard`),
    from.visitor({ cookie: `pennant_session=${admin.cookie()}` }).get(`${open.path}/scoreboard/live`),
  ])
  return { shown: shown.text, live: live.text }
}

const expectReference = (text: string, input: Awaited<ReturnType<typeof stored>>): void => {
  const reference = referenceBoard(input)
  const { items, timelines, challenges: shown } = JSON.parse(text) as Scoreboard
  expect({ items, timelines, challenges: Object.values(shown).flat() }).toEqual({
    items: reference.items,
    timelines: reference.timelines,
    challenges: reference.challenges,
  })
}

// Names are those of now.
const withoutNames = (board: { items: readonly ScoreboardItem[]; timelines: readonly TimeLineItem[] }) => ({
  items: board.items.map(({ name: _, ...item }) => item),
  timelines: board.timelines.map(({ teams: lines, ...timeline }) => ({
    ...timeline,
    teams: lines.map(({ name: _, ...line }) => line),
  })),
})

const solvedIn = (items: readonly ScoreboardItem[]) =>
  new Map(items.map((one) => [one.id, [one.score - (one.adjustment ?? 0), one.solvedChallenges]]))
const valuesIn = (infos: readonly ChallengeInfo[]) =>
  new Map(
    infos.map(({ id, score, solved, bloods }) => [
      id,
      [score, solved, bloods.map((blood) => [blood.id, blood.submitTimeUtc])],
    ]),
  )

const standingsIn = ({ items }: Scoreboard) =>
  items.filter(({ rank }) => rank > 0).map(({ rank, name, score }) => ({ pos: rank, team: name, score }))

const expectFeed = async (board: Scoreboard): Promise<void> => {
  const { body } = await world.visitor().get<CtftimeFeed>(`${open.path}/ctftime?form=minimal`)
  expect(body.standings).toEqual(standingsIn(board))
}

/** The reveal, the results, and the feed end at the board of now, without what was practiced after the end. */
const expectEnd = async (freezeAt: number): Promise<void> => {
  const edit = `/api/edit/games/${open.game.id}`
  const { body: game } = await admin.get<GameInfo>(edit)
  expect((await freezes(freezeAt)).status).toBe(200)
  const final = await liveBoard()
  const { body: reveal } = await admin.get<Reveal>(`${open.path}/reveal`)
  const steps = revealOf(reveal)
  expect(steps.some(({ kind }) => kind === 'open')).toBe(true)
  const { rows } = revealAt(reveal, steps, steps.length)
  const names = new Map(reveal.teams.map(({ id, name }) => [id, name]))
  expect(rows.map(({ id, place, score }) => ({ pos: place, team: names.get(id), score }))).toEqual(
    standingsIn(final),
  )
  expect((await admin.post(`${edit}/results`, {})).status).toBe(200)
  const { body: results } = await world.visitor().get<Results>(`${open.path}/results`)
  const counted = ({ items }: Scoreboard) =>
    items.map(({ id, rank, divisionRank, score, solvedChallenges }) => ({
      ...{ id, rank, divisionRank, score },
      solved: solvedChallenges.filter(({ time }) => time < game.end),
    }))
  expect(counted(results.board)).toEqual(counted(final))
  expect(valuesIn(Object.values(results.board.challenges).flat())).toEqual(
    valuesIn(Object.values(final.challenges).flat()),
  )
  const practiced = results.board.items.flatMap((item) => item.solvedChallenges)
  expect(practiced.every(({ time }) => time < game.end)).toBe(true)
  await expectFeed(results.board)
}

it('a random event has one board for everyone and one of now: step by step, read again, by the letter of the rules, and at its end', async () => {
  const steps = actions / rounds / atOnce
  let frozen = 0
  const foreseen = new Set<Change['kind']>()
  const live: { moment: number; board: Scoreboard }[] = []
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step < steps; step++) {
      await Promise.all(
        Array.from({ length: atOnce }, () => (chance(100) < interventions ? intervenes() : submits())),
      )
      world.clock.advance(chance(400_000))
    }
    // Chance alone may freeze too rarely, or never lift it.
    if (round % 4 === 1) await freezes(world.clock.now() - 1_200_000)
    if (round % 4 === 3) await freezes(null)
    const told = await boardsOf(world)
    const anew = await world.another()
    try {
      expect(await boardsOf(anew)).toEqual(told)
    } finally {
      await anew.close()
    }
    const input = await stored()
    frozen += told.shown === told.live ? 0 : 1
    expectReference(told.shown, input)
    expectReference(told.live, { ...input, until: null })
    await expectFeed(JSON.parse(told.shown) as Scoreboard)
    world.clock.advance(1)
    live.push({ moment: world.clock.now(), board: JSON.parse(told.live) as Scoreboard })
    for (let act = 0; act < 3; act++) {
      const kind = await expectForeseen()
      if (kind !== null) foreseen.add(kind)
    }
    await expectOwnHistory()
  }
  let whole = 0
  const { body } = await admin.get<Recorded>(`${open.path}/record`)
  const record = readRecord(body)
  for (const { moment, board } of live) {
    const then = boardAt(record, moment)
    expect(solvedIn(then.items())).toEqual(solvedIn(board.items))
    expect(valuesIn(then.challenges())).toEqual(valuesIn(Object.values(board.challenges).flat()))
    // Points by hand count from the moment that they were given for.
    if (backdated.some(({ given, time }) => given >= moment && time < moment)) continue
    whole++
    expect(withoutNames({ items: then.items(), timelines: then.timelines() })).toEqual(withoutNames(board))
    const { id, score } = pick(board.items)
    const { body: history } = await admin.get<HistoryEntry[]>(`${open.path}/teams/${id}/history?at=${moment}`)
    expect(history.at(-1)?.score ?? 0).toBe(score)
  }
  expect(whole).toBeGreaterThan(rounds / 4)
  expect(foreseen.size).toBeGreaterThan(4)
  // What is deleted is gone from both, and practice after the end earns nothing.
  const [gone] = teams.splice(chance(teams.length), 1)
  expect((await admin.delete(`/api/admin/teams/${gone?.team.id}`)).status).toBe(200)
  const { id } = pick(challenges)
  expect((await admin.delete(`/api/edit/games/${open.game.id}/challenges/${id}`)).status).toBe(200)
  for (const part of ['before', 'after'] as const) {
    if (part === 'after') world.clock.advance(25 * 3_600_000)
    for (let step = 0; step < 20; step++) await submits()
    const told = await boardsOf(world)
    const input = await stored()
    expectReference(told.shown, input)
    expectReference(told.live, { ...input, until: null })
  }
  await expectEnd(live[rounds / 2]?.moment ?? 0)
  // Otherwise no freeze was tried.
  expect(frozen).toBeGreaterThan(rounds / 10)
}, 600_000)
