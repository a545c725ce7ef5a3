import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import type { TeamTally } from './tally.ts'
import { itemAt } from './team.ts'

type Ranked = {
  readonly score: number
  readonly lastSubmissionTime: number
  readonly team: { readonly teamId: number }
}

/** Ranks are never shared: with equal score and time, the older team comes first. */
export const byRank = (one: Ranked, other: Ranked): number =>
  other.score - one.score ||
  one.lastSubmissionTime - other.lastSubmissionTime ||
  one.team.teamId - other.team.teamId

type Place = Pick<ScoreboardItem, 'divisionRank' | 'rank'>

/** For teams in the order of `byRank`. Unranked teams use up no number. */
export const createPlaces = (): ((team: { ranked: boolean; divisionId: number | null }) => Place) => {
  let last = 0
  const inDivision = new Map<number, number>()
  return ({ ranked, divisionId }) => {
    const rank = ranked ? ++last : 0
    if (divisionId === null) return { rank, divisionRank: null }
    const divisionRank = (inDivision.get(divisionId) ?? 0) + 1
    inDivision.set(divisionId, divisionRank)
    return { rank, divisionRank }
  }
}

/** Sorts in place. */
export const rankTeams = (tallies: TeamTally[]): ScoreboardItem[] => {
  tallies.sort(byRank)
  const placeOf = createPlaces()
  return tallies.map((tally) => {
    const { rank, divisionRank } = placeOf(tally)
    return itemAt(tally, rank, divisionRank)
  })
}
