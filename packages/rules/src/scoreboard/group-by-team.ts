import type { Solve } from './board-input.ts'

/** Owners are team indexes, or -1. A counting sort: for a big board, a list per team takes twice as long. */
export const groupByTeam = (solves: readonly Solve[], owners: Int32Array, teams: number): Solve[][] => {
  const counts = new Int32Array(teams)
  for (const owner of owners) if (owner >= 0) counts[owner] = (counts[owner] ?? 0) + 1

  const next = new Int32Array(teams)
  let grouped = 0
  for (let team = 0; team < teams; team++) {
    next[team] = grouped
    grouped += counts[team] ?? 0
  }
  // A copy to overwrite has its length already. Lists that grow leave more garbage than they hold.
  const ordered = solves.slice()
  let index = 0
  for (const solve of solves) {
    const owner = owners[index++] ?? -1
    if (owner < 0) continue
    const at = next[owner] ?? 0
    ordered[at] = solve
    next[owner] = at + 1
  }

  const groups: Solve[][] = []
  let at = 0
  for (const count of counts) groups.push(ordered.slice(at, (at += count)))
  return groups
}
