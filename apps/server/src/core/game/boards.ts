import type { Board } from '@pennant/rules/scoreboard/board'
import { freezeInForce } from '@pennant/rules/scoreboard/freeze'
import { boardOf, type BoardParts } from './assemble.ts'
import type { Frozen, GameSolve } from './game.ts'

export type Boards = {
  live: Board
  /** Null in a game without a freeze, and once results are published. */
  frozen: Frozen | null
  add(solve: GameSolve): void
}

export const boardsOf = (parts: BoardParts): Boards => {
  const freezeAt = freezeInForce(parts.settings)
  const live = boardOf(parts, null)
  if (freezeAt === null) return { live, frozen: null, add: live.add }
  const board = boardOf(parts, freezeAt)
  const hidden = new Map<number, GameSolve[]>()
  let latestSolve = 0
  const note = (solve: GameSolve): void => {
    const { participationId, time } = solve
    if (time < freezeAt) latestSolve = Math.max(latestSolve, time)
    else hidden.set(participationId, [...(hidden.get(participationId) ?? []), solve])
  }
  for (const solve of parts.solves) note(solve)
  return {
    live,
    frozen: {
      board,
      get latestSolve() {
        return latestSolve
      },
      hiddenOf: (participationId) => hidden.get(participationId) ?? [],
    },
    add(solve) {
      live.add(solve)
      board.add(solve)
      note(solve)
    },
  }
}
