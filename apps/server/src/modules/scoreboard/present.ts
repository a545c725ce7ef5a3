import type { TeamChange } from '@pennant/contract/hub'
import type { ChallengeInfo, SolveInfo, SolveNews } from '@pennant/contract/scoreboard'
import type { FreshSolve, TeamSolve } from '@pennant/rules/scoreboard/solves'
import { bloodPlaceOf } from '@pennant/rules/scoring/blood-bonus'
import type { GameSolve } from '../../core/game/game.ts'

export const presentSolve = (
  { item, solve }: TeamSolve,
  { title, category }: ChallengeInfo,
): Omit<SolveInfo, 'divisionId' | 'rank'> => ({
  teamId: item.id,
  team: item.name,
  challengeId: solve.id,
  challenge: title,
  category,
  place: bloodPlaceOf(solve.type),
  points: solve.score,
  time: solve.time,
})

export const presentFresh = (fresh: FreshSolve, info: ChallengeInfo): SolveNews => ({
  ...presentSolve(fresh, info),
  rank: fresh.item.rank,
  rankBefore: fresh.before.rank,
})

export const presentSolver = (
  gameId: number,
  { challengeId, time, userId, userName }: GameSolve,
): TeamChange => ({
  gameId,
  challengeId,
  what: 'Solved',
  time,
  ...(userId === null ? {} : { userId }),
  ...(userName === null ? {} : { user: userName }),
})

/** Of a frozen board, which says no more. */
export const presentOwn = ({ item, solve }: TeamSolve): Pick<TeamChange, 'points' | 'score' | 'solved'> => ({
  points: solve.score,
  score: item.score,
  solved: item.solvedCount,
})
