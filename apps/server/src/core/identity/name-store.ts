import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

export type NameKind = 'user' | 'team'
export type Named = { kind: NameKind; id: string; name: string }

export const createNameStore = (db: Db) => ({
  async reserve(skeletons: readonly string[]): Promise<void> {
    // Always in the same order, so that two transactions never deadlock.
    for (const skeleton of skeletons.toSorted())
      await sql`select pg_advisory_xact_lock(hashtextextended(${`name ${skeleton}`}, 0))`.execute(db)
  },

  async alike(skeletons: readonly string[]): Promise<Named[]> {
    const { rows } = await sql<Named>`
      select 'user' as kind, id::text, name from "user" where skeletons && ${skeletons}::text[]
      union all
      select 'team', id::text, name from team where skeletons && ${skeletons}::text[]
    `.execute(db)
    return rows
  },

  async unknown(kind: NameKind, count: number): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`
      select id::text, name from ${sql.table(kind)} where skeletons is null order by id limit ${count}
    `.execute(db)
    return rows
  },

  async keep(
    kind: NameKind,
    rows: readonly { id: string; name: string; skeletons: string[] }[],
  ): Promise<void> {
    await sql`
      update ${sql.table(kind)} named set skeletons = array(select jsonb_array_elements_text(given.skeletons))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, name text, skeletons jsonb)
      where named.id::text = given.id and named.name = given.name
    `.execute(db)
  },
})
