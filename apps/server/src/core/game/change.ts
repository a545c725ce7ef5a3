import type { Db } from '../../ports/database.ts'
import type { OwnChange } from './game.ts'

/**
 * What changes in a game: what organisers set (the game, divisions, challenges, flags, attachments), who
 * takes part and under which names, what was solved, what was solved and is gone, what was announced.
 */
export type GamePart = 'setup' | 'teams' | 'solves' | 'purge' | 'notices'

/** Word that a game has reached a revision; null when nobody can say which, or it has been deleted. */
export type GameChange = {
  gameId: number
  revision: number | null
  parts: readonly GamePart[]
  /** All that has changed, for those who were at the revision before: they need not read it. */
  made?: OwnChange
}

/**
 * Every change of a game goes through its ledger. A game's changes come one after the other, across all
 * processes: whoever holds the ledger sees a game that stands still.
 */
export type GameLedger = {
  /**
   * Holds the game, works in one transaction, commits, and gives word. Throws `game.notFound` before any work
   * when there is no such game.
   */
  change<T>(gameId: number, parts: readonly GamePart[], work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same inside a transaction that somebody else has begun, for the rest of which the games are held.
   * Word is to be given by `announce` once it is committed.
   */
  advance(db: Db, gameIds: readonly number[], parts: readonly GamePart[]): Promise<GameChange[]>
  announce(changes: readonly GameChange[]): void
  /** Hears of changes in every process, in its own at once. Returns the way to stop listening. */
  listen(listener: (change: GameChange) => void): () => void
}
