import type { Bus } from '../../ports/bus.ts'

type Change = { gameId: number }

const topic = 'game.changed'

/**
 * Word, in every process, that a game is no longer what it was: its settings, divisions, challenges or
 * participations. To be given after the change is committed.
 */
export const createGameChanges = (bus: Bus) => ({
  announce(gameId: number): void {
    bus.publish<Change>(topic, { gameId })
  },

  /** Returns the way to stop listening. After a gap in the bus any game may have changed: see `bus.onGap`. */
  listen: (listener: (gameId: number) => void): (() => void) =>
    bus.subscribe<Change>(topic, ({ gameId }) => listener(gameId)),
})
