import type { Solve } from './board-input.ts'

/** In the same millisecond, the one that was stored first comes first. */
export const byTime = (one: Solve, other: Solve): number =>
  one.time - other.time || one.submissionId - other.submissionId

/** Returns the same array if it is in order already, which is the usual case. */
export const inOrder = (solves: Solve[]): Solve[] => {
  let before: Solve | undefined
  for (const solve of solves) {
    if (before !== undefined && byTime(before, solve) > 0) return solves.toSorted(byTime)
    before = solve
  }
  return solves
}
