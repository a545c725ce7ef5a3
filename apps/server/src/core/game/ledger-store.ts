import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { GameLedgerRow } from '../../ports/tables/game.ts'
import type { GamePart } from './change.ts'

const boardParts: ReadonlySet<GamePart> = new Set(['setup', 'teams', 'solves', 'purge', 'points'])

export const createLedgerStore = (db: Db) => ({
  /** Undefined also while the game is being deleted, though then its ledger is locked all the same. */
  async lock(gameId: number): Promise<GameLedgerRow | undefined> {
    const row = await db
      .selectFrom('game_ledger')
      .selectAll()
      .where('game_id', '=', gameId)
      .forUpdate()
      .executeTakeFirst()
    if (row !== undefined) return row.gone ? undefined : row
    // A game that was inserted without a ledger.
    await db
      .insertInto('game_ledger')
      .columns(['game_id'])
      .expression((is) => is.selectFrom('game').select('id').where('id', '=', gameId))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return db
      .selectFrom('game_ledger')
      .selectAll()
      .where('game_id', '=', gameId)
      .forUpdate()
      .executeTakeFirst()
  },

  /** Only for a caller that holds the ledger. `isHidden`: not on the board that everyone gets. */
  async advance(
    gameId: number,
    parts: readonly GamePart[],
    { now, isHidden }: { now: Date; isHidden: boolean },
  ): Promise<GameLedgerRow> {
    const next = sql`revision + 1`
    const changes = ['revision', ...parts].map((part) => sql`${sql.ref(part)} = ${next}`)
    if (parts.some((part) => boardParts.has(part)))
      changes.push(
        isHidden
          ? sql`shown = coalesce(shown, revision)`
          : sql`board_at = greatest(board_at, ${now}), shown = shown + 1`,
      )
    if (parts.includes('notices')) changes.push(sql`notices_at = greatest(notices_at, ${now})`)
    const { rows } = await sql<GameLedgerRow>`
      update game_ledger set ${sql.join(changes)}
      where game_id = ${gameId} returning *
    `.execute(db)
    const [row] = rows
    if (row === undefined) throw new Error(`game ${gameId} has no ledger`)
    return row
  },

  ofUser: (userId: string): Promise<number[]> =>
    db
      .selectFrom('participation_member')
      .select('game_id')
      .where('user_id', '=', userId)
      .orderBy('game_id')
      .execute()
      .then((rows) => rows.map(({ game_id }) => game_id)),

  // Boards show solves from before the user left the team.
  everOfUser: (userId: string): Promise<number[]> =>
    db
      .selectFrom('participation_member')
      .select('game_id')
      .where('user_id', '=', userId)
      .union(db.selectFrom('submission').select('game_id').where('user_id', '=', userId))
      .orderBy('game_id')
      .execute()
      .then((rows) => rows.map(({ game_id }) => game_id)),

  ofTeam: (teamId: number): Promise<number[]> =>
    db
      .selectFrom('participation')
      .select('game_id')
      .where('team_id', '=', teamId)
      .orderBy('game_id')
      .execute()
      .then((rows) => rows.map(({ game_id }) => game_id)),

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type LedgerStore = ReturnType<typeof createLedgerStore>

/** For queries of `game`: false for one that is being deleted. */
export const isNotGone = sql<boolean>`
  not exists (select from game_ledger where game_ledger.game_id = game.id and game_ledger.gone)
`
