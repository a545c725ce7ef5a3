import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { takeSnapshot, type Snapshot } from './snapshot.ts'
import { createBoardWriter } from './text.ts'

type GameSnapshots = {
  write: ReturnType<typeof createBoardWriter>
  snapshot: Snapshot | undefined
  takenAt: number
  tookMs: number
  taking: Promise<Snapshot> | undefined
}

// The share of all time that writing boards may take.
const share = 0.1
// A board of this age may be shown while the next one is due; younger ones are worth waiting for.
const longestWaitMs = 200
const longestMs = 1_000
const mostGames = 32

// RawJson immediately while that is cheap, but never so often that large boards take up the process.
export const createSnapshots = ({ games }: Pick<Core, 'games'>) => {
  const byGame = new LRUCache<number, GameSnapshots>({ max: mostGames })

  const snapshotsOf = (gameId: number): GameSnapshots => {
    const known = byGame.get(gameId)
    if (known !== undefined) return known
    const held: GameSnapshots = {
      write: createBoardWriter(),
      snapshot: undefined,
      takenAt: Number.NEGATIVE_INFINITY,
      tookMs: 0,
      taking: undefined,
    }
    byGame.set(gameId, held)
    return held
  }

  const take = (held: GameSnapshots, game: Game): Snapshot => {
    const begun = performance.now()
    const snapshot = takeSnapshot(game, held.write(game.board))
    held.tookMs = performance.now() - begun
    held.takenAt = performance.now()
    held.snapshot = snapshot
    return snapshot
  }

  const takeLater = async (held: GameSnapshots, gameId: number, afterMs: number): Promise<Snapshot> => {
    try {
      await wait(afterMs, undefined, { ref: false })
      return take(held, await games.must(gameId))
    } finally {
      held.taking = undefined
    }
  }

  return {
    async of(game: Game): Promise<Snapshot> {
      const held = snapshotsOf(game.id)
      const { snapshot } = held
      if (snapshot === undefined) return take(held, game)
      if (snapshot.version === game.boardVersion && snapshot.modified.getTime() === game.boardAt.getTime())
        return snapshot
      const pause = Math.min(held.tookMs / share, longestMs)
      const left = held.takenAt + pause - performance.now()
      if (left <= 1 && held.taking === undefined) return take(held, game)
      held.taking ??= takeLater(held, game.id, left)
      if (pause <= longestWaitMs) return held.taking
      held.taking.catch(() => undefined)
      return snapshot
    },

    /** Null if it is not written yet or out of date. */
    peek(game: Game): Snapshot | null {
      const snapshot = byGame.peek(game.id)?.snapshot
      return snapshot?.version === game.boardVersion && snapshot.modified.getTime() === game.boardAt.getTime()
        ? snapshot
        : null
    },

    drop: (gameId: number): void => void byGame.delete(gameId),
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>
