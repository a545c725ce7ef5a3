import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import type { Audience } from '../../core/game/public-board.ts'
import { type BoardTimers, createKeptBoard, type KeptBoard } from './kept-board.ts'
import type { Snapshot } from './snapshot.ts'

const mostBoards = 32

export const createSnapshots = (
  { clock, games, journal }: Pick<Core, 'clock' | 'games' | 'journal'>,
  onShown: Readonly<Record<Audience, (gameId: number, version: number, isNews: boolean) => void>>,
) => {
  const boardsFor = (audience: Audience) => {
    const boards = new LRUCache<number, KeptBoard>({ max: mostBoards, dispose: (board) => board.close() })
    const of = (gameId: number): KeptBoard => {
      const known = boards.get(gameId)
      if (known !== undefined) return known
      const board = createKeptBoard({
        ...{ gameId, audience, clock, games, timers },
        onShown: (version, isNews) => onShown[audience](gameId, version, isNews),
        onError: (error) => journal.failed(`Couldn't write the scoreboard of game ${gameId}`, error),
      })
      boards.set(gameId, board)
      return board
    }
    return { of, peek: (gameId: number) => boards.peek(gameId), clear: () => boards.clear() }
  }
  const boards = { everyone: boardsFor('everyone'), staff: boardsFor('staff') }

  return {
    of: (game: Game, audience: Audience): Promise<Snapshot> => boards[audience].of(game.id).of(game),
    peek: (game: Game, audience: Audience): Snapshot | null => boards[audience].of(game.id).peek(game),

    latest: (gameId: number, audience: Audience): Snapshot | null =>
      boards[audience].peek(gameId)?.latest() ?? null,

    /** Tells of the version as soon as readers get it. */
    changed(audience: Audience, gameId: number, version: number): void {
      if (boards[audience].peek(gameId)?.changed() !== true) onShown[audience](gameId, version, true)
    },

    close(): void {
      boards.everyone.clear()
      boards.staff.clear()
    },
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
