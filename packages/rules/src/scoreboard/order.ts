import type { Solve } from './board-input.ts'

/** Earlier solves come first; of two in the same millisecond the one that was stored first. */
export const byTime = (one: Solve, other: Solve): number =>
  one.time - other.time || one.submissionId - other.submissionId

/** The same array where it is in order already, which is the rule. */
export const inOrder = (solves: Solve[]): Solve[] => {
  let before: Solve | undefined
  for (const solve of solves) {
    if (before !== undefined && byTime(before, solve) > 0) return solves.toSorted(byTime)
    before = solve
  }
  return solves
}
