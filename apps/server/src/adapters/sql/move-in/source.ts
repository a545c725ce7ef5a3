import { openClient } from '../backup/client.ts'

export type SourceRow = Readonly<Record<string, unknown>>

export type Source = {
  readonly postgres: string
  /** Of its default schema. */
  readonly tables: readonly string[]
  /** The first column of the query, as text. */
  column(query: string): Promise<string[]>
  /** In portions, so that no table has to fit into memory. `query` says the order. */
  rows(query: string): AsyncIterable<readonly SourceRow[]>
  close(): Promise<void>
}

const portion = 2_000

/** Everything is read at one moment, and nothing can be written. */
export const openSource = async (url: string, signal: AbortSignal): Promise<Source> => {
  const { client, end } = await openClient({ url }, signal)
  let cursors = 0
  const column = async (query: string): Promise<string[]> => {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
    return rows.map(([value]) => String(value))
  }
  try {
    await client.query('begin isolation level repeatable read read only')
    const [postgres = ''] = await column(`select current_setting('server_version_num')`)
    const tables = await column(
      `select table_name::text from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
    )
    return {
      ...{ postgres, tables, column },
      async *rows(query) {
        cursors += 1
        const cursor = `move_in_${cursors}`
        await client.query(
          `declare ${cursor} no scroll cursor for select row_to_json(q)::text as row from (${query}) q`,
        )
        for (;;) {
          signal.throwIfAborted()
          const { rows } = await client.query<{ row: string }>(`fetch ${portion} from ${cursor}`)
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
