import type { BoardTeam } from '../board.ts'

/** Names may repeat, so only the visitor's own teams count. */
export const ownTeamIn = (
  teams: readonly BoardTeam[],
  own: readonly { id: number }[],
  takingPart: string | null,
): number | null => {
  const ids = new Set(own.map(({ id }) => id))
  const found = teams.filter(({ id }) => ids.has(id))
  return (found.find(({ name }) => name === takingPart) ?? found[0])?.id ?? null
}

/** Changes with all that a member reads in the history of the score. */
export const stateOf = ({ score, solves, adjustment }: BoardTeam): string =>
  [score, solves, adjustment].join(' ')
