import type { Insertable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { AuditTable } from '../../ports/tables/audit.ts'

export const insertAudit = async (db: Db, row: Insertable<AuditTable>): Promise<number> => {
  const { id } = await db.insertInto('audit').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
