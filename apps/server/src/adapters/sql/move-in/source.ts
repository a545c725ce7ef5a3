import { reasonOf } from '../../../kit/reason.ts'
import { openClient, quoted } from '../backup/client.ts'

export type SourceRow = Readonly<Record<string, unknown>>

export type Source = {
  readonly postgres: string
  /** That have its migrations. If the default one does, there are no others. */
  readonly schemas: readonly string[]
  /** Of the first of them. */
  readonly tables: readonly string[]
  /** Those of them that the account can't read. */
  readonly closed: readonly string[]
  /** Those of which policies can hide rows from the account. */
  readonly filtered: readonly string[]
  /** The first column of the query, as text. */
  column(query: string): Promise<string[]>
  /** In portions, so that no table has to fit into memory. `query` says the order. */
  rows(query: string): AsyncIterable<readonly SourceRow[]>
  close(): Promise<void>
}

/** Why PostgreSQL doesn't say what is asked. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
}

const portion = 2_000

const history = '__EFMigrationsHistory'
const schemaQuery = (filter: string): string => `
  select n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relname = '${history}' and c.relkind in ('r', 'p') and has_schema_privilege(n.oid, 'usage')
    and ${filter} order by n.nspname`
const tablesQuery = (filter: string): string => `
  select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p') and ${filter} order by c.relname`

/** Everything is read at one moment, and nothing can be written. */
export const openSource = async (url: string, signal: AbortSignal): Promise<Source> => {
  const { client, end } = await openClient({ url }, signal)
  let cursors = 0
  const told = (error: unknown): never => {
    signal.throwIfAborted()
    throw new SourceFault(reasonOf(error))
  }
  const column = async (query: string): Promise<string[]> => {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' }).catch(told)
    return rows.map(([value]) => String(value))
  }
  try {
    await client.query('begin isolation level repeatable read read only')
    // PostgreSQL refuses what it would answer without the rows that policies hide.
    await client.query('set local row_security = off')
    const [postgres = ''] = await column(`select current_setting('server_version_num')`)
    const usual = await column(schemaQuery('n.nspname = current_schema()'))
    const schemas = usual.length > 0 ? usual : await column(schemaQuery('true'))
    const [schema] = schemas
    if (schema !== undefined) await client.query(`set local search_path to ${quoted(schema)}`)
    const tables = await column(tablesQuery('true'))
    const closed = await column(tablesQuery(`not has_table_privilege(c.oid, 'select')`))
    const filtered = await column(tablesQuery('row_security_active(c.oid)'))
    return {
      ...{ postgres, schemas, tables, closed, filtered, column },
      async *rows(query) {
        cursors += 1
        const cursor = `move_in_${cursors}`
        await client
          .query(
            `declare ${cursor} no scroll cursor for select row_to_json(q)::text as row from (${query}) q`,
          )
          .catch(told)
        for (;;) {
          signal.throwIfAborted()
          const { rows } = await client.query<{ row: string }>(`fetch ${portion} from ${cursor}`).catch(told)
          if (rows.length === 0) break
          // PostgreSQL made an object of each row.
          yield rows.map(({ row }) => JSON.parse(row) as SourceRow)
        }
        await client.query(`close ${cursor}`)
      },
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}
