import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Core } from '../../core/core.ts'
import type { HeldGame } from '../../core/game/game.ts'
import { takeSnapshot, type Snapshot } from './snapshot.ts'
import { createBoardWriter } from './text.ts'

type Needs = Pick<Core, 'games'> & {
  /** Milliseconds that only ever grow. */
  elapsed: () => number
}

type Shelf = {
  write: ReturnType<typeof createBoardWriter>
  snapshot: Snapshot | undefined
  takenAt: number
  tookMs: number
  taking: Promise<Snapshot> | undefined
}

/** Of all time, so much may go into writing boards. */
const share = 0.1
/** A board of this age may be shown while the next one is due; younger ones are worth waiting for. */
const patienceMs = 200
const longestMs = 1_000
const mostShelves = 32

/**
 * The boards as they are sent, written when somebody asks after a change: at once while writing is cheap, and
 * never so often that writing large boards would be all that a process does.
 */
export const createSnapshots = ({ games, elapsed }: Needs) => {
  const shelves = new LRUCache<number, Shelf>({ max: mostShelves })

  const shelfOf = (gameId: number): Shelf => {
    const known = shelves.get(gameId)
    if (known !== undefined) return known
    const shelf: Shelf = {
      write: createBoardWriter(),
      snapshot: undefined,
      takenAt: Number.NEGATIVE_INFINITY,
      tookMs: 0,
      taking: undefined,
    }
    shelves.set(gameId, shelf)
    return shelf
  }

  const take = (shelf: Shelf, game: HeldGame): Snapshot => {
    const begun = elapsed()
    const snapshot = takeSnapshot(game, shelf.write(game.board))
    shelf.tookMs = elapsed() - begun
    shelf.takenAt = elapsed()
    shelf.snapshot = snapshot
    return snapshot
  }

  const takeLater = async (shelf: Shelf, gameId: number, afterMs: number): Promise<Snapshot> => {
    try {
      await wait(afterMs, undefined, { ref: false })
      return take(shelf, await games.must(gameId))
    } finally {
      shelf.taking = undefined
    }
  }

  return {
    /** The board of `game`, or of a moment before it. */
    async of(game: HeldGame): Promise<Snapshot> {
      const shelf = shelfOf(game.id)
      const { snapshot } = shelf
      if (snapshot === undefined) return take(shelf, game)
      if (snapshot.version === game.boardVersion && snapshot.modified.getTime() === game.boardAt.getTime())
        return snapshot
      const pause = Math.min(shelf.tookMs / share, longestMs)
      const left = shelf.takenAt + pause - elapsed()
      if (left <= 1 && shelf.taking === undefined) return take(shelf, game)
      shelf.taking ??= takeLater(shelf, game.id, left)
      if (pause <= patienceMs) return shelf.taking
      shelf.taking.catch(() => undefined)
      return snapshot
    },

    /** What is written already and still true; null when something has to be done first. */
    peek(game: HeldGame): Snapshot | null {
      const snapshot = shelves.peek(game.id)?.snapshot
      return snapshot?.version === game.boardVersion && snapshot.modified.getTime() === game.boardAt.getTime()
        ? snapshot
        : null
    },

    drop: (gameId: number): void => void shelves.delete(gameId),
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>
