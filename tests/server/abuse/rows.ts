import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/ports/database.ts'

/** Tables, columns and (where editions are kept) settings that change by looking at things. */
const passedOver = ['log', 'trace', 'job_run', 'process']
const passingColumns = ['visited_at', 'ip', 'expires_at', 'last_used_at']

type Rows = Readonly<Record<string, string>>

/** What is in the database, table by table, as a hash: two are equal when no row differs. */
export const readRows = async (db: Db): Promise<Rows> => {
  const { rows } = await sql<{ name: string; hash: string }>`
    ${sql.join(
      (await tablesOf(db)).map(
        (name) => sql`
          select ${sql.lit(name)} as name, md5(coalesce(string_agg(row, ',' order by row), '')) as hash
          from (
            select (to_jsonb(t) - ${passingColumns}::text[])::text as row from ${sql.table(name)} t
            where coalesce(to_jsonb(t) ->> 'key', '') not like 'Edition:%'
          ) rows`,
      ),
      sql` union all `,
    )}
  `.execute(db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

const known = new WeakMap<Db, Promise<string[]>>()

const tablesOf = (db: Db): Promise<string[]> => {
  const names = known.get(db) ?? listTables(db)
  known.set(db, names)
  return names
}

const listTables = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(db)
  return rows.map(({ name }) => name).filter((name) => !passedOver.includes(name))
}

export const changedTables = (before: Rows, after: Rows): string[] =>
  Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .map((name) => `table ${name} changed`)
