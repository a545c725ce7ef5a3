import type { Db } from '../../ports/database.ts'
import type { Running } from './rehearsing.ts'

/** With the whole ID, since files are found by their name alone. */
export const fileNameOf = (id: string, index: number | string): string => `rehearsal-${id}-${index}.bin`

/** As PostgreSQL reads it. */
export const rehearsedFile = String.raw`^rehearsal-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+\.bin$`

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
