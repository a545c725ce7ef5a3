import type {
  ChallengeInfo,
  ChallengeItem,
  ScoreboardItem,
  SolveInfo,
  SolveNews,
} from '@pennant/contract/scoreboard'
import { bloodPlaceOf } from '../scoring/blood-bonus.ts'

type Items = readonly ScoreboardItem[]

export type TeamSolve = { item: ScoreboardItem; solve: ChallengeItem }

/** `before` is the line of the team on the earlier board. */
export type FreshSolve = TeamSolve & { before: ScoreboardItem }

type Teams = ReadonlyMap<number, ScoreboardItem>

export const byTeam = (items: Items): Teams => new Map(items.map((item) => [item.id, item]))

const byTime = (one: TeamSolve, other: TeamSolve): number =>
  one.solve.time - other.solve.time || one.solve.id - other.solve.id || one.item.id - other.item.id

export const solveOf = (
  { item, solve }: TeamSolve,
  { title, category }: Pick<ChallengeInfo, 'category' | 'title'>,
): Omit<SolveInfo, 'divisionId' | 'rank'> => ({
  teamId: item.id,
  team: item.name,
  challengeId: solve.id,
  challenge: title,
  category,
  place: bloodPlaceOf(solve.type),
  points: solve.score,
  time: solve.time,
})

export const solveNewsOf = (
  one: TeamSolve,
  info: Pick<ChallengeInfo, 'category' | 'title'>,
  rankBefore: number,
): SolveNews => ({ ...solveOf(one, info), rank: one.item.rank, rankBefore })

/** What the teams of both boards have solved in between, in the order of solving. */
export const solvesSince = (earlier: Teams, items: Items): FreshSolve[] => {
  const fresh: FreshSolve[] = []
  for (const item of items) {
    const before = earlier.get(item.id)
    if (before === undefined || before.solvedCount === item.solvedCount) continue
    const known = new Set(before.solvedChallenges.map(({ id }) => id))
    for (const solve of item.solvedChallenges) if (!known.has(solve.id)) fresh.push({ item, before, solve })
  }
  return fresh.toSorted(byTime)
}

/** The teams that stood before this one and now stand behind it, the best placed first. */
export const passedBy = (
  { item, before }: Pick<FreshSolve, 'before' | 'item'>,
  earlier: Teams,
  items: Items,
): ScoreboardItem[] => {
  if (item.rank === 0 || before.rank <= item.rank) return []
  return items.filter((other) => {
    const rankBefore = earlier.get(other.id)?.rank ?? 0
    return other.rank > item.rank && rankBefore > 0 && rankBefore < before.rank
  })
}

/** Of one challenge, in the order of solving. */
export const solvesOf = (items: Items, challengeId: number): TeamSolve[] =>
  items
    .flatMap((item) => {
      const solve = item.solvedChallenges.find(({ id }) => id === challengeId)
      return solve === undefined ? [] : { item, solve }
    })
    .toSorted(byTime)

/** The latest first. Lines hold theirs by time, so that few of a large board are looked at. */
export const latestSolves = (items: Items, most: number): TeamSolve[] => {
  if (most <= 0) return []
  let found: TeamSolve[] = []
  let oldest = Number.NEGATIVE_INFINITY
  const cut = (): void => {
    found = found.toSorted((one, other) => byTime(other, one)).slice(0, most)
    if (found.length === most) oldest = found.at(-1)?.solve.time ?? oldest
  }
  for (const item of items)
    for (let at = item.solvedChallenges.length - 1; at >= 0; at--) {
      const solve = item.solvedChallenges[at]
      if (solve === undefined || solve.time < oldest) break
      found.push({ item, solve })
      if (found.length >= 2 * most) cut()
    }
  cut()
  return found
}

/** Null for the first, and for a team without a rank. */
export const pointsToNext = (items: Items, teamId: number): number | null => {
  let above: ScoreboardItem | undefined
  for (const item of items) {
    if (item.id === teamId) return item.rank === 0 || above === undefined ? null : above.score - item.score
    if (item.rank > 0) above = item
  }
  return null
}
