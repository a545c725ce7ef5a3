import type { Selectable } from 'kysely'
import type { Db } from '../../apps/server/src/ports/database.ts'
import type { AuditTable } from '../../apps/server/src/ports/tables/audit.ts'

export type ChangeRow = Selectable<AuditTable>

export const newestChange = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('audit')
      .select((is) => is.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id ?? 0

export const changesSince = (db: Db, id: number): Promise<ChangeRow[]> =>
  db.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').execute()
