import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import type { Audience } from '../../core/game/public-board.ts'
import { type BoardTimers, createKeptBoard, type KeptBoard } from './kept-board.ts'
import type { Snapshot } from './snapshot.ts'

const mostBoards = 32

const keyOf = (gameId: number, audience: Audience): string => `${gameId} ${audience}`

export const createSnapshots = (
  { clock, games, journal }: Pick<Core, 'clock' | 'games' | 'journal'>,
  onShown: Readonly<Record<Audience, (gameId: number, version: number, isNews: boolean) => void>>,
) => {
  const boards = new LRUCache<string, KeptBoard>({ max: mostBoards, dispose: (board) => board.close() })

  const boardOf = (gameId: number, audience: Audience): KeptBoard => {
    const key = keyOf(gameId, audience)
    const board =
      boards.get(key) ??
      createKeptBoard({
        ...{ gameId, audience, clock, games, timers },
        onShown: (version, isNews) => onShown[audience](gameId, version, isNews),
        onError: (error) => journal.failed(`Couldn't write the scoreboard of game ${gameId}`, error),
      })
    boards.set(key, board)
    return board
  }

  return {
    of: (game: Game, audience: Audience): Promise<Snapshot> => boardOf(game.id, audience).of(game),
    peek: (game: Game, audience: Audience): Snapshot | null => boardOf(game.id, audience).peek(game),

    latest: (gameId: number, audience: Audience): Snapshot | null =>
      boards.peek(keyOf(gameId, audience))?.latest() ?? null,

    /** Tells of the version as soon as readers get it. */
    changed(audience: Audience, gameId: number, version: number): void {
      if (boards.peek(keyOf(gameId, audience))?.changed() !== true) onShown[audience](gameId, version, true)
    },

    close: (): void => boards.clear(),
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

const timers: BoardTimers = {
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
  nextTurn: () => nextTurn(),
}
