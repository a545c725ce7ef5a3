import type { Db } from '../../ports/database.ts'
import type { OwnChange } from './game.ts'

/** `purge`: solves that no longer exist; `points`: those by hand. */
export type GamePart = 'setup' | 'teams' | 'solves' | 'purge' | 'points' | 'notices'

const quietParts: ReadonlySet<GamePart> = new Set(['solves', 'notices'])

/** The state before may not be shown anymore. */
export const isLoud = ({ parts }: Pick<GameChange, 'parts'>): boolean =>
  parts.some((part) => !quietParts.has(part))

/** `revision` is null when it is unknown, or the game was deleted. */
export type GameChange = {
  gameId: number
  revision: number | null
  parts: readonly GamePart[]
  /** The number of the board that everyone gets, where it is not the revision. */
  shown: number | null
  isHidden?: boolean
  /** The whole change, for processes at the revision before: they need not read it. */
  made?: OwnChange
}

/** Whether the board that everyone gets stays as it is. Asked while the ledger is held. */
export type Hides = (db: Db) => Promise<boolean>

/** The ledger serializes changes across all processes: while it is held, the game does not change. */
export type GameLedger = {
  /** Works in one transaction, commits, and announces. Throws `game.notFound` before any work. */
  change<T>(
    gameId: number,
    parts: readonly GamePart[],
    work: (db: Db) => Promise<T>,
    hides?: Hides,
  ): Promise<T>
  /** Holds the games for the rest of the caller's transaction; call `announce` after the commit. */
  advance(db: Db, gameIds: readonly number[], parts: readonly GamePart[]): Promise<GameChange[]>
  /** Resolves when no process shows what a change has closed. Changes of solves and notices close nothing. */
  announce(changes: readonly GameChange[]): Promise<void>
  listen(listener: (change: GameChange) => void): () => void
}
