import type { Db } from '../../ports/database.ts'

export const createLeaseStore = (db: Db) => ({
  /** Ends a lease and tells its files. Of two who end it at the same time, one gets them. */
  async take(lease: string): Promise<string[]> {
    const rows = await db.deleteFrom('file_lease').where('lease', '=', lease).returning('hash').execute()
    return rows.map(({ hash }) => hash)
  },
})
