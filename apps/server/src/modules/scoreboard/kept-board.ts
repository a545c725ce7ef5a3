import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { type Audience, type PublicBoard, publicBoard } from '../../core/game/public-board.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { createBoardWriter } from './write-board.ts'

export type BoardTimers = {
  after(ms: number, work: () => void): () => void
  nextTurn(): Promise<unknown>
}

type Needs = Pick<Core, 'clock'> & {
  gameId: number
  audience: Audience
  games: Pick<Core['games'], 'must' | 'peek'>
  timers: BoardTimers
  /** Only called for large boards. `isNews`: nobody was told of the version when it came. */
  onShown(version: number, isNews: boolean): void
  onError(error: unknown): void
}

export type KeptBoard = {
  /** Waits only if nothing may be shown meanwhile. */
  of(game: Game): Promise<Snapshot>
  /** Null if a reader has to wait. */
  peek(game: Game): Snapshot | null
  /** The one that readers got last. */
  latest(): Snapshot | null
  /** True if the new version will be written without a reader. */
  changed(): boolean
  close(): void
}

// In solves that are written for the first time: some 5 ms. Measured by time, a busy machine would show old boards.
const workPerTurn = 2_000
// A board of 2,000 teams is written every 0.35 s, one of 5,000 every 0.9 s.
const bytesPerRestMs = 25_000
const standsAfterMs = 2_000
const unreadMs = 60_000

/**
 * A small board is written when it is read. A large one is written in the background when it changes, as long as
 * it is read: readers get the version before, unless more than solves has come since.
 */
export const createKeptBoard = (needs: Needs): KeptBoard => {
  const { gameId, audience, games, clock, timers, onShown, onError } = needs
  const writer = createBoardWriter()
  let shown: Snapshot | undefined
  let writing: Promise<void> = Promise.resolve()
  let isWriting = false
  /** The board has changed since the newest version was taken. */
  let isBehind = false
  let isUntold = false
  let endRest: (() => void) | undefined
  let stopBrotli = (): void => undefined
  let readAt = clock.now()
  let isClosed = false

  const mayShow = ({ shapeVersion, frozenAt, version, modified }: PublicBoard): boolean =>
    shown !== undefined &&
    shown.shapeVersion === shapeVersion &&
    shown.frozenAt === frozenAt &&
    (shown.version < version ||
      (shown.version === version && shown.modified.getTime() === modified.getTime()))

  const boardOf = (game: Game): PublicBoard => {
    const board = publicBoard(game, audience, clock.now())
    if (board === null) throw new Problem('game.notStarted')
    return board
  }

  const newest = async (): Promise<Game> => games.peek(gameId) ?? (await games.must(gameId))

  function* versionOf(game: Game, board: PublicBoard): Generator<number, Snapshot> {
    const written = yield* writer.write(board, game.settings.bloodBonus)
    return yield* takeSnapshot(game, board, written, shown)
  }

  // Has ended on return unless there is much to do, so that anyone who reads a small board gets it.
  const write = async (given: Game): Promise<void> => {
    let work = 0
    const isTurnOver = (more: number): boolean => {
      work += more
      if (work < workPerTurn) return false
      work = 0
      return true
    }
    try {
      let game = given
      for (let isSettled = false; !isSettled; ) {
        isSettled = true
        for (const portion of boardOf(game).board.settling())
          if (isTurnOver(portion)) {
            await timers.nextTurn()
            isSettled = false
          }
        if (!isSettled) game = await newest()
      }

      const board = boardOf(game)
      isBehind = false
      const portions = versionOf(game, board)
      let portion = portions.next()
      while (portion.done !== true) {
        if (isTurnOver(portion.value)) await timers.nextTurn()
        portion = portions.next()
      }
      const snapshot = portion.value
      stopBrotli()
      if (snapshot.isLarge) await snapshot.board.encodings.make('gzip')
      shown = snapshot
      if (snapshot.isLarge) afterLarge(snapshot)
    } finally {
      isWriting = false
    }
  }

  const afterLarge = (snapshot: Snapshot): void => {
    if (isClosed) return
    const abort = new AbortController()
    const endWait = timers.after(standsAfterMs, () => {
      snapshot.board.encodings.make('br', abort.signal).catch((error: unknown) => {
        if (!abort.signal.aborted) onError(error)
      })
    })
    stopBrotli = () => {
      endWait()
      abort.abort()
    }
    rest(snapshot.bytes / bytesPerRestMs)
    onShown(snapshot.version, isUntold)
    isUntold = isBehind
  }

  const rest = (ms: number): void => {
    endRest = timers.after(ms, () => {
      endRest = undefined
      if (isBehind) void newest().then(start, onError)
    })
  }

  const start = (game: Game): void => {
    if (isWriting || isClosed) return
    endRest?.()
    endRest = undefined
    isWriting = true
    writing = write(game)
    writing.catch((error: unknown) => {
      if (!(error instanceof Problem) && !isClosed) onError(error)
    })
  }

  const peek = (game: Game): Snapshot | null => {
    readAt = clock.now()
    const board = boardOf(game)
    const isCurrent = mayShow(board) && shown?.version === board.version
    if (!isCurrent && (endRest === undefined || !mayShow(board))) start(game)
    return mayShow(board) ? (shown ?? null) : null
  }

  return {
    async of(given) {
      for (let game = given; ; game = await games.must(gameId)) {
        const snapshot = peek(game)
        if (snapshot !== null) return snapshot
        await writing
      }
    },

    peek,
    latest: () => shown ?? null,

    changed() {
      isUntold ||= isWriting
      isBehind ||= isWriting
      if (isWriting || shown?.isLarge !== true) return isWriting
      if (clock.now() - readAt > unreadMs) {
        shown = undefined
        stopBrotli()
        return false
      }
      isUntold = true
      isBehind = true
      if (endRest === undefined) rest(0)
      return true
    },

    close() {
      isClosed = true
      endRest?.()
      stopBrotli()
    },
  }
}
