import type { Difference } from '@pennant/rules/scoreboard/what-if'

/** How many teams that stay on the board lose points, gain points, and get another rank. */
export const countDifference = ({
  teams,
}: Pick<Difference, 'teams'>): { lose: number; gain: number; move: number } => {
  const counts = { lose: 0, gain: 0, move: 0 }
  for (const { before, after } of teams) {
    if (before === null || after === null) continue
    if (after.points < before.points) counts.lose++
    if (after.points > before.points) counts.gain++
    if (after.rank !== before.rank || after.divisionRank !== before.divisionRank) counts.move++
  }
  return counts
}
