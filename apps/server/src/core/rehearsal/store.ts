import type { Db } from '../../ports/database.ts'
import type { Running } from './rehearsing.ts'

export const readRunning =
  (db: Db) =>
  async (now: Date): Promise<Running | null> => {
    const row = await db
      .selectFrom('rehearsal')
      .select(['id', 'until'])
      .where('ended_at', 'is', null)
      .where('step', '!=', 'clean')
      .where('until', '>', now)
      .executeTakeFirst()
    return row === undefined ? null : { id: row.id, until: row.until.getTime() }
  }
