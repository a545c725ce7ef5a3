import { gamePermissions } from '@pennant/contract/enums'
import { type BoardGame, isInTime, type Solve } from './board-input.ts'
import { takeBlood } from './challenge.ts'
import type { IndexOf } from './index-of.ts'
import { isSolved, setSolved, standingOf, type Standings } from './standing.ts'
import type { ChallengeTally } from './tally.ts'

export type Tables = {
  readonly game: BoardGame
  readonly until: number | null
  readonly teamIndex: IndexOf
  readonly challengeIndex: IndexOf
  readonly challenges: readonly ChallengeTally[]
  /** By the index of the team, then of the challenge. */
  readonly permissions: readonly (readonly number[])[]
  readonly standings: Standings
}

export const tallyOf = (
  { challenges, challengeIndex }: Pick<Tables, 'challenges' | 'challengeIndex'>,
  { challengeId }: Pick<Solve, 'challengeId'>,
): ChallengeTally | undefined => {
  const at = challengeIndex(challengeId)
  return at < 0 ? undefined : challenges[at]
}

export const permissionsOf = (
  { game, permissions }: Pick<Tables, 'game' | 'permissions'>,
  { time }: Pick<Solve, 'time'>,
  team: number,
  { challenge, index }: ChallengeTally,
): number => {
  return isInTime(game, challenge.deadline, time) ? (permissions[team]?.[index] ?? 0) : 0
}

/** The index of the team, or -1 where the solve does not belong on the board. */
export const countSolve = (tables: Tables, solve: Solve): number => {
  const { until, standings } = tables
  if (until !== null && solve.time >= until) return -1
  const team = tables.teamIndex(solve.participationId)
  const tally = tallyOf(tables, solve)
  if (team < 0 || tally === undefined) return -1
  if (isSolved(standingOf(standings, team, tally.index))) return -1

  const permissions = permissionsOf(tables, solve, team, tally)
  setSolved(standings, team, tally.index, (permissions & gamePermissions.GetScore) !== 0)
  if ((permissions & gamePermissions.AffectDynamicScore) !== 0) tally.solved++
  if ((permissions & gamePermissions.GetBlood) !== 0 && !tally.challenge.disableBloodBonus)
    takeBlood(tally, solve, team, standings)
  return team
}

export const countSolves = (tables: Tables, solves: readonly Solve[]): Int32Array => {
  const owners = new Int32Array(solves.length)
  let index = 0
  for (const solve of solves) owners[index++] = countSolve(tables, solve)
  return owners
}
