/** In milliseconds. */
export type GameTimes = { start: number; end: number; practiceMode: boolean }

export type GameSpan = Pick<GameTimes, 'start' | 'end'>

export type Phase = 'upcoming' | 'running' | 'ended'

export const hasStarted = (game: Pick<GameTimes, 'start'>, now: number): boolean => now >= game.start

export const hasEnded = (game: Pick<GameTimes, 'end'>, now: number): boolean => now > game.end

export const isRunning = (game: GameSpan, now: number): boolean =>
  hasStarted(game, now) && !hasEnded(game, now)

const endlessMs = 365 * 86_400_000

/** Every game has an end. One that is meant to stay open has it years away. */
export const isEndless = (game: Pick<GameTimes, 'end'>, now: number): boolean => game.end - now > endlessMs

export const isOver = (game: Pick<GameTimes, 'end' | 'practiceMode'>, now: number): boolean =>
  hasEnded(game, now) && !game.practiceMode

/** A game may end before it starts; it then counts as ended. */
export const phaseOf = (game: GameSpan, now: number): Phase => {
  if (hasEnded(game, now)) return 'ended'
  return hasStarted(game, now) ? 'running' : 'upcoming'
}
