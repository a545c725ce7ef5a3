import type { Board, BoardTeam } from '../board.ts'

const windowMs = 3_600_000

/** How many places each team has gained in the last hour, by what its solves are worth now. */
export const climbsIn = (
  board: Pick<Board, 'columns' | 'teams' | 'updatedAt'>,
): ReadonlyMap<number, number> => {
  const since = board.updatedAt - windowMs
  const before = board.teams
    .filter(({ rank }) => rank !== null)
    .map((team) => ({ team, ...standingAt(board, team, since) }))
    // Of equals, the order of the board.
    .toSorted((one, other) => other.score - one.score || one.last - other.last)
  return new Map(
    before.flatMap(({ team, score }, at): [number, number][] => {
      const gained = at + 1 - (team.rank ?? 0)
      // A team without points had no place to climb from.
      return gained > 0 && score > 0 ? [[team.id, gained]] : []
    }),
  )
}

const standingAt = (
  { columns: { points, times } }: Pick<Board, 'columns'>,
  { from, solves }: BoardTeam,
  since: number,
): { score: number; last: number } => {
  let score = 0
  let last = 0
  for (let at = from; at < from + solves; at++) {
    const time = times[at] ?? 0
    if (time >= since) continue
    score += points[at] ?? 0
    if ((points[at] ?? 0) > 0) last = Math.max(last, time)
  }
  return { score, last }
}
