/** When a game starts and ends, in milliseconds, and whether it may still be played for practice afterwards. */
export type GameTimes = { start: number; end: number; practiceMode: boolean }

/** The part of `GameTimes` that says where a game stands, whatever one may do in it. */
export type GameSpan = Pick<GameTimes, 'start' | 'end'>

export type Phase = 'upcoming' | 'running' | 'ended'

export const hasStarted = (game: Pick<GameTimes, 'start'>, now: number): boolean => now >= game.start

export const hasEnded = (game: Pick<GameTimes, 'end'>, now: number): boolean => now > game.end

export const isRunning = (game: GameSpan, now: number): boolean =>
  hasStarted(game, now) && !hasEnded(game, now)

/** Nobody can join or play any more. */
export const isOver = (game: Pick<GameTimes, 'end' | 'practiceMode'>, now: number): boolean =>
  hasEnded(game, now) && !game.practiceMode

/** A game whose end lies before its start, which nothing forbids, has ended before it could run. */
export const phaseOf = (game: GameSpan, now: number): Phase => {
  if (hasEnded(game, now)) return 'ended'
  return hasStarted(game, now) ? 'running' : 'upcoming'
}
