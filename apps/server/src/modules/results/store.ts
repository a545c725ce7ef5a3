import type { Db } from '../../ports/database.ts'
import type { StoredRevision } from '../../core/game/store-results.ts'

type NewResults = Omit<StoredRevision, 'time'> & { board: string; time: Date; by: string }

export const createPublishingStore = (db: Db) => ({
  /** Newest first. */
  async revisions(gameId: number): Promise<(StoredRevision & { by: string | null })[]> {
    const rows = await db
      .selectFrom('game_result as r')
      .leftJoin('user as u', 'u.id', 'r.by_id')
      .select(['r.revision', 'r.time', 'r.note', 'r.reason', 'r.sha256', 'u.name as by'])
      .where('r.game_id', '=', gameId)
      .orderBy('r.revision', 'desc')
      .execute()
    return rows.map((row) => ({ ...row, time: row.time.getTime() }))
  },

  async insert(gameId: number, { by, ...row }: NewResults): Promise<void> {
    await db
      .insertInto('game_result')
      .values({ game_id: gameId, by_id: by, ...row })
      .execute()
  },

  async publish(gameId: number, at: Date | null): Promise<void> {
    await db.updateTable('game').set({ results_at: at }).where('id', '=', gameId).execute()
  },

  async freezeAt(gameId: number): Promise<Date | null> {
    const row = await db.selectFrom('game').select('freeze_at').where('id', '=', gameId).executeTakeFirst()
    return row?.freeze_at ?? null
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})
