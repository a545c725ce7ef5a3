import type { TeamChange } from '@pennant/contract/hub'
import type { TeamSolve } from '@pennant/rules/scoreboard/solves'
import type { GameSolve } from '../../core/game/game.ts'

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
