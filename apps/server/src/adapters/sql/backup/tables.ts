import type { ClientBase } from 'pg'
import { quoted } from './client.ts'

export type TableShape = {
  name: string
  columns: string[]
  /** Of `order by`: the primary key, in an order that doesn't depend on the database's collation. */
  order: string
  refersTo: string[]
}

// Migrations make them again.
const notBackedUp = ['kysely_migration', 'kysely_migration_lock']
// The key that a backup must not hold (core/setting/stored-secret.ts).
const keyRow: Readonly<Record<string, string>> = { setting: `key <> 'SecretKey'` }

type Row = { name: string; columns: string[]; keys: { name: string; text: boolean }[]; refers: string[] }

/** From the catalog, so that no table is forgotten. In an order in which rows can be inserted. */
export const readTables = async (client: Pick<ClientBase, 'query'>): Promise<TableShape[]> => {
  const { rows } = await client.query<Row>(
    `select c.relname::text as name,
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select json_agg(json_build_object('name', a.attname, 'text', a.attcollation <> 0)
           order by array_position(i.indkey::int2[], a.attnum))
         from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
         where i.indrelid = c.oid and i.indisprimary), '[]') as keys,
       coalesce((select json_agg(distinct r.relname) from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as refers
     from pg_class c
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
     order by c.relname collate "C"`,
    [notBackedUp],
  )
  return inOrder(rows.map(shapeOf))
}

const shapeOf = ({ name, columns, keys, refers }: Row): TableShape => ({
  name,
  columns,
  order:
    keys.length === 0
      ? `${quoted(name)}::text collate "C"`
      : keys.map((key) => `${quoted(key.name)}${key.text ? ' collate "C"' : ''}`).join(', '),
  refersTo: refers,
})

const inOrder = (tables: readonly TableShape[]): TableShape[] => {
  const ordered: TableShape[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refersTo }) => !refersTo.some((other) => names.has(other)))
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`)
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}

const columnsOf = ({ columns }: TableShape): string => columns.map(quoted).join(', ')

export const copyOutOf = (table: TableShape): string => {
  const where = keyRow[table.name]
  const rows = `${quoted(table.name)}${where === undefined ? '' : ` where ${where}`}`
  return `copy (select ${columnsOf(table)} from ${rows} order by ${table.order}) to stdout`
}
export const copyInto = (table: TableShape): string =>
  `copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`

export type SequenceValue = { name: string; value: string }

/** Those that have given a value. */
export const readSequences = async (client: Pick<ClientBase, 'query'>): Promise<SequenceValue[]> => {
  const { rows } = await client.query<SequenceValue>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename collate "C"`,
  )
  return rows
}
