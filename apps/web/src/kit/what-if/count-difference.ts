import type { Difference } from '@pennant/rules/scoreboard/what-if'

type Counts = {
  lose: number
  gain: number
  move: number
  /** `most`: of a single team. */
  lost: { total: number; most: number }
}

export const countDifference = ({ teams }: Pick<Difference, 'teams'>): Counts => {
  const counts = { lose: 0, gain: 0, move: 0, lost: { total: 0, most: 0 } }
  for (const { before, after } of teams) {
    if (before === null || after === null) continue
    const loss = before.points - after.points
    if (loss > 0) {
      counts.lose++
      counts.lost.total += loss
      counts.lost.most = Math.max(counts.lost.most, loss)
    }
    if (loss < 0) counts.gain++
    if (after.rank !== before.rank || after.divisionRank !== before.divisionRank) counts.move++
  }
  return counts
}

export const leadPoints = ({
  teams,
  leader,
}: Pick<Difference, 'teams' | 'leader'>): { before: number; after: number } | null => {
  const before = teams.find(({ id }) => id === leader.before?.id)?.before
  const after = teams.find(({ id }) => id === leader.after?.id)?.after
  return before == null || after == null ? null : { before: before.points, after: after.points }
}
