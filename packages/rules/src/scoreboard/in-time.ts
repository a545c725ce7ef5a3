import type { GameSpan } from '../game/phase.ts'

/** Whether a solve of this time earns anything. */
export const isInTime = (game: GameSpan, deadline: number | null, time: number): boolean =>
  time >= game.start && time < game.end && (deadline === null || time <= deadline)
