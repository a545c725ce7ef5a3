import type { StoredNotice } from '../../core/game/store.ts'
import type { Db } from '../../ports/database.ts'

const columns = ['id', 'type', 'values', 'time'] as const

export const createNoticeStore = (db: Db) => ({
  find: (gameId: number, id: number): Promise<StoredNotice | undefined> =>
    db
      .selectFrom('notice')
      .select(columns)
      .where('game_id', '=', gameId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Newest first. */
  written: (gameId: number): Promise<StoredNotice[]> =>
    db
      .selectFrom('notice')
      .select(columns)
      .where('game_id', '=', gameId)
      .where('type', '=', 'Normal')
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .execute(),

  update: (id: number, values: readonly string[], time: Date): Promise<StoredNotice> =>
    db
      .updateTable('notice')
      .set({ values: [...values], time })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),

  async delete(id: number): Promise<void> {
    await db.deleteFrom('notice').where('id', '=', id).execute()
  },
})

export type NoticeStore = ReturnType<typeof createNoticeStore>
