import type pg from 'pg'

type Columns<Row> = Readonly<Record<keyof Row & string, string>>

const rowsAtOnce = 20_000

export const insertRows = async <Row extends object>(
  client: pg.ClientBase,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> => {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const values = names.map((name, index) => `$${index + 1}::${columns[name]}[]`)
  const statement =
    `insert into "${table}" (${names.join(', ')}) overriding system value ` +
    `select * from unnest(${values.join(', ')})`
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const slice = rows.slice(first, first + rowsAtOnce)
    await client.query(
      statement,
      names.map((name) => slice.map((row) => row[name])),
    )
  }
}

export const lastId = async (client: pg.ClientBase, table: string): Promise<number> => {
  const { rows } = await client.query<{ last: string }>(`select coalesce(max(id), 0) as last from "${table}"`)
  return Number(rows[0]?.last)
}

export const drawIdsAfter = async (client: pg.ClientBase, table: string): Promise<void> => {
  await client.query(
    `select setval(pg_get_serial_sequence('"${table}"', 'id'), max(id)) from "${table}" having max(id) is not null`,
  )
}
