import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

export const createFreezingStore = (db: Db) => ({
  /** Whether a process has been seen since whose program tells no name, as all did before there were freezes. */
  async hasOlderProgram(since: Date): Promise<boolean> {
    const row = await db
      .selectFrom('process')
      .select('id')
      .where('seen_at', '>=', since)
      .where('program', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  // A number that went with the revisions would tell how many have come that show nothing.
  async numberShown(gameId: number): Promise<void> {
    await sql`update game_ledger set shown = coalesce(shown, revision) where game_id = ${gameId}`.execute(db)
  },
})
