import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

export type StoredRevision = { revision: number; time: number; note: string; reason: string; sha256: string }
export type StoredResults = StoredRevision & { board: string }

export const createResultsStore = (db: Db) => ({
  async publishedAt(gameId: number): Promise<number | null> {
    const row = await db.selectFrom('game').select('results_at').where('id', '=', gameId).executeTakeFirst()
    return row?.results_at?.getTime() ?? null
  },

  async revisedAt(gameId: number): Promise<number | null> {
    const row = await db
      .selectFrom('game_result')
      .select('time')
      .where('game_id', '=', gameId)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.time.getTime() ?? null
  },

  /** The newest, unless another one is named. */
  async read(gameId: number, revision?: number): Promise<StoredResults | undefined> {
    const row = await db
      .selectFrom('game_result')
      .select(['revision', 'time', 'note', 'reason', 'sha256', sql<string>`board::text`.as('board')])
      .where('game_id', '=', gameId)
      .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && { ...row, time: row.time.getTime() }
  },
})
