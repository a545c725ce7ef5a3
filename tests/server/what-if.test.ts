import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeSummary } from '@pennant/contract/challenge'
import { gamePermissions } from '@pennant/contract/enums'
import type { GameInfo } from '@pennant/contract/game'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import type { SubmissionRecord } from '@pennant/contract/submission'
import { boardInputOf, recordOf, solveKey, undecidedTimes } from '@pennant/rules/scoreboard/record'
import { createBoard } from '@pennant/rules/scoreboard/board'
import { type Change, changed, isEmpty, whatIf } from '@pennant/rules/scoreboard/what-if'
import { insertSolve } from '../kit/factories.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

const minute = 60_000

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const answer = async <T>(path: string): Promise<T> => {
  const { status, body } = await admin.get<T>(path)
  expect(status).toBe(200)
  return body
}

const orderOf = async (
  { game: { id } }: { game: { id: number } },
  scoreboard: Scoreboard,
): Promise<Map<string, number>> => {
  const order = new Map<string, number>()
  for (const time of undecidedTimes(scoreboard)) {
    const query = `type=Accepted&from=${time}&to=${time + 1}&detail=true`
    for (const one of await answer<SubmissionRecord[]>(`/api/game/${id}/submissions?${query}`))
      order.set(solveKey(one.teamId ?? 0, one.challengeId ?? 0), one.id ?? 0)
  }
  return order
}

/** The record, from what an administrator can read. */
const read = async ({ game: { id } }: OpenGame) => {
  const game = await answer<GameInfo>(`/api/edit/games/${id}`)
  const challenges = await answer<ChallengeSummary[]>(`/api/edit/games/${id}/challenges?detail=true`)
  const scoreboard = await answer<Scoreboard>(`/api/game/${id}/scoreboard`)
  const order = await orderOf({ game: { id } }, scoreboard)
  const record = recordOf({ game, challenges, scoreboard, order })
  if (record === null) throw new Error('the answers do not agree')
  return { record, scoreboard, undecided: undecidedTimes(scoreboard) }
}

const placed = async () => {
  const open = await createOpenGame(world)
  const { RankOverall, All } = gamePermissions
  const guests = await open.division('Guests', All - RankOverall)
  const challenges = [
    await open.challenge({ title: 'One', original_score: 500 }),
    await open.challenge({ title: 'Two', original_score: 300, category: 'Web', min_score_rate: 0.37 }),
    await open.challenge({ title: 'Three', original_score: 100, disable_blood_bonus: true }),
    await open.challenge({ title: 'Closed' }),
  ]
  const teams = []
  for (let number = 0; number < 13; number++)
    teams.push(await open.team(number % 4 === 3 ? { division: guests } : {}))
  const start = open.game.start_at.getTime()
  for (const [at, challenge] of challenges.entries())
    for (const [number, { participation }] of teams.entries())
      if ((number * 7 + at * 3) % 5 < 3) {
        // Every fifth in the same millisecond as the one before, in the other order of the teams.
        const nth = ((number * 11 + at * 5) % 13) * minute
        const time = number % 5 === 4 || number < 5 ? start + minute : start + minute + nth
        await insertSolve(world.db, { participation, challenge }, new Date(time))
      }
  const closed = challenges.at(-1)?.id ?? 0
  await world.db.updateTable('challenge').set({ is_enabled: false }).where('id', '=', closed).execute()
  await open.changed()
  return { open, challenges, teams }
}

type Placed = Awaited<ReturnType<typeof placed>>

const gamePath = ({ open }: Placed): string => `/api/edit/games/${open.game.id}`

const move = async (at: Placed, times: { start?: number; end?: number }): Promise<Change> => {
  const game = await answer<GameInfo>(gamePath(at))
  expect((await admin.put(gamePath(at), { ...game, ...times })).status).toBe(200)
  return { kind: 'moveTimes', ...times }
}

const idOf = (rows: readonly { id: number }[], at: number): number => rows[at]?.id ?? 0

/** What is about to be done, and doing it. */
const deeds: [string, (at: Placed) => Change, (at: Placed) => Promise<unknown>][] = [
  [
    'a challenge is disabled',
    ({ challenges }) => ({ kind: 'disableChallenges', challengeIds: [idOf(challenges, 0)] }),
    (at) => admin.put(`${gamePath(at)}/challenges/${idOf(at.challenges, 0)}`, { isEnabled: false }),
  ],
  [
    'a challenge is deleted',
    ({ challenges }) => ({ kind: 'deleteChallenges', challengeIds: [idOf(challenges, 1)] }),
    (at) => admin.delete(`${gamePath(at)}/challenges/${idOf(at.challenges, 1)}`),
  ],
  [
    'a challenge that is not open is deleted',
    ({ challenges }) => ({ kind: 'deleteChallenges', challengeIds: [idOf(challenges, 3)] }),
    (at) => admin.delete(`${gamePath(at)}/challenges/${idOf(at.challenges, 3)}`),
  ],
  [
    'the team that leads is deleted',
    ({ teams }) => ({ kind: 'deleteTeams', teamIds: [teams[0]?.team.id ?? 0] }),
    ({ teams }) => admin.delete(`/api/admin/teams/${teams[0]?.team.id}`),
  ],
  [
    'the game begins later',
    ({ open }) => ({ kind: 'moveTimes', start: open.game.start_at.getTime() + 4 * minute }),
    (at) => move(at, { start: at.open.game.start_at.getTime() + 4 * minute }),
  ],
  [
    'the game ends earlier',
    ({ open }) => ({ kind: 'moveTimes', end: open.game.start_at.getTime() + 3 * minute }),
    (at) => move(at, { end: at.open.game.start_at.getTime() + 3 * minute }),
  ],
]

describe('the preview of a change, from what administrators can read', () => {
  it('knows the points of every challenge only when it asks for them', async () => {
    const at = await placed()
    const plain = await answer<ChallengeSummary[]>(`${gamePath(at)}/challenges`)
    expect(plain.some((one) => 'minScoreRate' in one || 'difficulty' in one)).toBe(false)
  })

  it.each(deeds)('is what the board says once it is done: %s', async (_what, changeOf, perform) => {
    const at = await placed()
    const change = changeOf(at)
    const { record, scoreboard: before, undecided } = await read(at.open)
    expect(undecided.length).toBeGreaterThan(0)
    const difference = whatIf(record, change)

    await perform(at)
    const after = await answer<Scoreboard>(`/api/game/${at.open.game.id}/scoreboard`)
    const predicted = createBoard(boardInputOf(changed(record, change)))
    expect(predicted.items()).toEqual(after.items)
    const known = new Map(predicted.challenges().map((one) => [one.id, one]))
    expect(known.size).toBe(after.challengeCount)
    for (const one of Object.values(after.challenges).flat()) expect(known.get(one.id)).toEqual(one)

    const standing = ({ items }: Scoreboard, id: number) => {
      const item = items.find((one) => one.id === id)
      return item === undefined
        ? null
        : { rank: item.rank, divisionRank: item.divisionRank, points: item.score }
    }
    const concerned = before.items.filter(
      ({ id }) => JSON.stringify(standing(before, id)) !== JSON.stringify(standing(after, id)),
    )
    expect(difference.teams).toEqual(
      concerned.map(({ id, name }) => ({
        id,
        name,
        before: standing(before, id),
        after: standing(after, id),
      })),
    )
    expect(isEmpty(difference)).toBe(concerned.length === 0)
  })

  it('is not made of answers that do not belong together', async () => {
    const { open } = await placed()
    const game = await answer<GameInfo>(`/api/edit/games/${open.game.id}`)
    const challenges = await answer<ChallengeSummary[]>(
      `/api/edit/games/${open.game.id}/challenges?detail=true`,
    )
    const scoreboard = await answer<Scoreboard>(`/api/game/${open.game.id}/scoreboard`)
    const order = await orderOf(open, scoreboard)
    expect(recordOf({ game, challenges, scoreboard, order })).not.toBeNull()
    expect(recordOf({ game, challenges: challenges.slice(1), scoreboard, order })).toBeNull()
    const doubled = challenges.map((one) => ({ ...one, originalScore: one.originalScore * 2 }))
    expect(recordOf({ game, challenges: doubled, scoreboard, order })).toBeNull()
    expect(recordOf({ game: { ...game, end: game.start }, challenges, scoreboard, order })).toBeNull()
  })
})
