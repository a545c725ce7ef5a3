import type {
  Blood,
  ChallengeInfo,
  DivisionItem,
  ScoreboardItem,
  TimeLineItem,
} from '@pennant/contract/scoreboard'
import type { BoardChanges, ChangedSolve, ChangedTeam } from '@pennant/contract/scoreboard-changes'
import { rowChecksum } from './row-checksum.ts'
import { byTeam, solveNewsOf } from './solves.ts'
import { areSamePoints, scoreOverTime } from './timeline.ts'

/** What one version shows. */
export type ShownBoard = {
  readonly items: readonly ScoreboardItem[]
  readonly challenges: readonly ChallengeInfo[]
  readonly divisions: readonly DivisionItem[]
  readonly timelines: readonly TimeLineItem[]
  /** Packed. */
  readonly bloodBonus: number
}

type SolveKey = { teamId: number; challengeId: number; rankBefore: number }

/** What has come from one version to the next. Points are read from the newest board. */
export type Step = {
  readonly from: number
  readonly to: number
  readonly solves: readonly SolveKey[]
  readonly challenges: readonly number[]
  readonly teams: readonly number[]
}

/** More take longer to apply than the whole board to read. */
const mostSolves = 300
const mostTeams = 100

/**
 * Null if more has changed than readers can derive: a board of other challenges, divisions, or points by hand.
 * Yields how many solves were compared.
 */
export function* stepBetween(
  before: ShownBoard,
  after: ShownBoard,
): Generator<number, Omit<Step, 'from' | 'to'> | null> {
  if (before.bloodBonus !== after.bloodBonus || !areAlike(before.divisions, after.divisions)) return null
  const rows = yield* compareRows(before.items, after.items)
  if (rows === null) return null
  const challenges = compareChallenges(before, after, rows.fresh)
  return challenges === null ? null : { solves: rows.fresh.map(keyOf), challenges, teams: rows.teams }
}

type Fresh = SolveKey & { item: ScoreboardItem; solve: ScoreboardItem['solvedChallenges'][number] }

const keyOf = ({ teamId, challengeId, rankBefore }: Fresh): SolveKey => ({ teamId, challengeId, rankBefore })

const areAlike = (one: object, other: object): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

function* compareRows(
  before: ShownBoard['items'],
  after: ShownBoard['items'],
): Generator<number, { fresh: Fresh[]; teams: number[] } | null> {
  const earlier = byTeam(before)
  const fresh: Fresh[] = []
  const teams: number[] = []
  let known = 0
  for (const item of after) {
    const old = earlier.get(item.id)
    if (old === undefined) {
      if (item.solvedCount > 0 || item.adjustment !== undefined) return null
      teams.push(item.id)
      continue
    }
    known++
    if (old === item) continue
    const solved = freshIn(old, item)
    if (solved === null || !isDerived(old, item, solved)) return null
    fresh.push(...solved)
    yield item.solvedChallenges.length
    if (old.name !== item.name || old.bio !== item.bio || old.avatar !== item.avatar) teams.push(item.id)
  }
  if (known < before.length) return null
  return { fresh: fresh.toSorted((one, other) => one.solve.time - other.solve.time), teams }
}

/** Null if a solve has gone or is another one now. */
const freshIn = (old: ScoreboardItem, item: ScoreboardItem): Fresh[] | null => {
  if (old.solvedChallenges === item.solvedChallenges) return []
  const fresh: Fresh[] = []
  let at = 0
  for (const solve of item.solvedChallenges) {
    const known = old.solvedChallenges[at]
    if (known?.id !== solve.id) {
      fresh.push({ ...{ teamId: item.id, challengeId: solve.id, rankBefore: old.rank }, item, solve })
      continue
    }
    at++
    if (known === solve) continue
    const isSame = known.time === solve.time && known.userName === solve.userName
    // One that scores has points as long as the challenge has.
    if (!isSame || known.score > 0 !== solve.score > 0) return null
  }
  return at === old.solvedChallenges.length ? fresh : null
}

const isDerived = (old: ScoreboardItem, item: ScoreboardItem, fresh: readonly Fresh[]): boolean =>
  old.divisionId === item.divisionId &&
  old.adjustment === item.adjustment &&
  (old.rank === 0) === (item.rank === 0) &&
  item.lastSubmissionTime ===
    fresh.reduce(
      (last, one) => (doesScore(one) ? Math.max(last, one.solve.time) : last),
      old.lastSubmissionTime,
    )

/** Of a challenge without points, it's known only if nothing has scored since. */
const doesScore = ({ item, solve }: Pick<Fresh, 'item' | 'solve'>): boolean =>
  solve.score > 0 || solve.time <= item.lastSubmissionTime

const compareChallenges = (
  before: Pick<ShownBoard, 'challenges'>,
  after: Pick<ShownBoard, 'challenges' | 'items'>,
  fresh: readonly Fresh[],
): number[] | null => {
  if (before.challenges.length !== after.challenges.length) return null
  const changed: number[] = []
  const teams = before.challenges === after.challenges ? null : byTeam(after.items)
  for (const [index, info] of after.challenges.entries()) {
    const old = before.challenges[index]
    if (old === info) continue
    if (old === undefined || teams === null || !areAlike(lasting(old), lasting(info))) return null
    if ((old.score === 0) !== (info.score === 0)) return null
    const taken = fresh.flatMap(({ item, solve, challengeId }) =>
      challengeId === info.id ? [{ teamId: item.id, time: solve.time, place: placeIn(info, item.id) }] : [],
    )
    if (!areAlike(withBloods(old.bloods, taken, teams), info.bloods)) return null
    changed.push(info.id)
  }
  return changed
}

const lasting = ({ bloods: _bloods, score: _score, solved: _solved, ...rest }: ChallengeInfo) => rest

const placeIn = ({ bloods }: ChallengeInfo, teamId: number): number =>
  bloods.findIndex(({ id }) => id === teamId) + 1

const mostBloods = 3

type Taken = Pick<ChangedSolve, 'place' | 'teamId' | 'time'>
type Named = ReadonlyMap<number, Pick<ScoreboardItem, 'avatar' | 'name'>>

/** With those that later solves took, as teams are named now. `place` is that in the list that comes out, 0 for none. */
export const withBloods = (bloods: readonly Blood[], taken: readonly Taken[], teams: Named): Blood[] => {
  const ids = bloods.map(({ id, submitTimeUtc }) => ({ id, submitTimeUtc }))
  for (const { teamId, place, time } of taken.toSorted((one, other) => one.place - other.place))
    if (place > 0 && !ids.some(({ id }) => id === teamId))
      ids.splice(place - 1, 0, { id: teamId, submitTimeUtc: time })
  return ids.slice(0, mostBloods).flatMap(({ id, submitTimeUtc }) => {
    const team = teams.get(id)
    return team === undefined ? [] : { id, name: team.name, avatar: team.avatar, submitTimeUtc }
  })
}

/** From a board that shows `since` or more. Null if that is too long ago. */
export const stepsSince = (
  steps: readonly Step[],
  version: number,
  since: number,
): readonly Step[] | null => {
  if (since === version) return []
  if (since > version) return null
  const first = steps.findLastIndex(({ from }) => from <= since)
  if (first < 0) return null
  const isRecent = first >= steps.length - recentSteps
  return steps.slice(isRecent ? first : first - (first % stepsAtOnce))
}

// So that there are few answers of a version, whatever readers ask.
const recentSteps = 32
const stepsAtOnce = 16

type Told = Omit<BoardChanges, 'updateTimeUtc'>

/** Null if it is more than readers can apply quickly. */
export const changesOn = (board: ShownBoard): ((steps: readonly Step[]) => Told | null) => {
  const teams = byTeam(board.items)
  const infos = new Map(board.challenges.map((info) => [info.id, info]))
  const shown = { lines: linesByHand(board, teams), checksum: rowChecksum(board.items) }
  return (steps) => {
    const keys = steps.flatMap(({ solves }) => solves)
    const teamIds = new Set(steps.flatMap(({ teams: ids }) => ids))
    if (keys.length > mostSolves || teamIds.size > mostTeams) return null
    const valued = new Set(steps.flatMap(({ challenges }) => challenges))
    return {
      solves: keys
        .flatMap((key) => presentSolve(key, teams, infos))
        .toSorted((one, other) => one.time - other.time),
      challenges: [...valued].flatMap((id) => {
        const info = infos.get(id)
        return info === undefined ? [] : { id, score: info.score, solved: info.solved }
      }),
      teams: [...teamIds].flatMap((id) => presentTeam(teams.get(id))),
      ...shown,
    }
  }
}

const presentSolve = (
  { teamId, challengeId, rankBefore }: SolveKey,
  teams: ReadonlyMap<number, ScoreboardItem>,
  infos: ReadonlyMap<number, ChallengeInfo>,
): ChangedSolve[] => {
  const [item, info] = [teams.get(teamId), infos.get(challengeId)]
  const solve = item?.solvedChallenges.find(({ id }) => id === challengeId)
  if (item === undefined || info === undefined || solve === undefined) return []
  const scores = solve.score === 0 && doesScore({ item, solve })
  return [
    {
      ...solveNewsOf({ item, solve }, info, rankBefore),
      user: solve.userName,
      ...(scores ? { scores } : {}),
    },
  ]
}

const presentTeam = (item: ScoreboardItem | undefined): ChangedTeam[] => {
  if (item === undefined) return []
  const { id, name, bio, avatar, divisionId, rank } = item
  return [{ id, name, bio, avatar, divisionId, ranked: rank > 0 }]
}

/** The board doesn't show when points by hand were given, but these lines do. */
const linesByHand = ({ timelines }: ShownBoard, teams: ReadonlyMap<number, ScoreboardItem>) => {
  const lines = new Map(timelines.flatMap(({ teams: shown }) => shown.map((line) => [line.id, line])))
  return [...lines.values()].filter(({ id, items }) => {
    const item = teams.get(id)
    return item === undefined || !areSamePoints(items, scoreOverTime(item, []))
  })
}
