import { type GameSpan, phaseOf } from './phase.ts'

export const distanceToBoundary = (game: GameSpan, now: number): number => {
  switch (phaseOf(game, now)) {
    case 'ended':
      return now - game.end
    case 'upcoming':
      return game.start - now
    case 'running':
      return Math.min(now - game.start, game.end - now)
  }
}

export const byNearestBoundary =
  (now: number): ((one: GameSpan, other: GameSpan) => number) =>
  (one, other) =>
    distanceToBoundary(one, now) - distanceToBoundary(other, now)
