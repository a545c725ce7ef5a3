import type { ScoreboardItem } from '@pennant/contract/scoreboard'

type Ranked = Pick<ScoreboardItem, 'rank' | 'divisionId' | 'divisionRank'>

/** Among how many teams one has its ranks. A division may rank teams that have no overall rank. */
export const rankedWith = (items: readonly Ranked[], own: Ranked): { overall: number; division: number } => ({
  overall: items.filter(({ rank }) => rank > 0).length,
  division: items.filter(
    ({ divisionId, divisionRank }) => divisionId === own.divisionId && (divisionRank ?? 0) > 0,
  ).length,
})
