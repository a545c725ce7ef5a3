import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import type { TeamTally } from './tally.ts'
import { itemAt } from './team.ts'

/** Ranks are never shared: with equal score and time, the older team comes first. */
const byRank = (one: TeamTally, other: TeamTally): number =>
  other.score - one.score ||
  one.lastSubmissionTime - other.lastSubmissionTime ||
  one.team.teamId - other.team.teamId

/** Sorts in place. Unranked teams use up no number. */
export const rankTeams = (tallies: TeamTally[]): ScoreboardItem[] => {
  tallies.sort(byRank)
  let ranked = 0
  const inDivision = new Map<number, number>()
  return tallies.map((tally) => {
    const rank = tally.ranked ? ++ranked : 0
    if (tally.divisionId === null) return itemAt(tally, rank, null)
    const divisionRank = (inDivision.get(tally.divisionId) ?? 0) + 1
    inDivision.set(tally.divisionId, divisionRank)
    return itemAt(tally, rank, divisionRank)
  })
}
