export type LongList<Row> = {
  /** Rows from this moment on are not in the list, so that positions stay. */
  to: number
  rows: readonly (Row | undefined)[]
  prepended: number
}

export type RowPage<Row> = { rows: readonly Row[]; total: number }

export const pageSize = 100

const emptyRows = <Row>(count: number): (Row | undefined)[] =>
  Array.from({ length: Math.max(0, count) }, () => undefined)

export const startList = <Row>({ rows, total }: RowPage<Row>, to: number): LongList<Row> => ({
  to,
  rows: [...rows, ...emptyRows<Row>(total - rows.length)],
  prepended: 0,
})

export const insertPage = <Row>(
  list: LongList<Row>,
  { skip, prepended }: { skip: number; prepended: number },
  found: readonly Row[],
): LongList<Row> => {
  const rows = [...list.rows]
  const at = skip + list.prepended - prepended
  for (const [index, row] of found.entries()) if (at + index < rows.length) rows[at + index] = row
  return { ...list, rows }
}

export const newRowsIn = <Row>(list: LongList<Row>, { total }: RowPage<Row>): number =>
  total - list.rows.length

export const refreshList = <Row>(list: LongList<Row>, newest: RowPage<Row>, to: number): LongList<Row> => {
  const news = newRowsIn(list, newest)
  if (news < 0) return startList(newest, to)
  const gap = emptyRows<Row>(news - newest.rows.length)
  const kept = list.rows.slice(Math.max(0, newest.rows.length - news))
  return { to, rows: [...newest.rows, ...gap, ...kept], prepended: list.prepended + news }
}

export const missingPages = <Row>({ rows }: LongList<Row>, first: number, last: number): number[] => {
  const found = new Set<number>()
  for (let index = Math.max(0, first); index <= last && index < rows.length; index++)
    if (rows[index] === undefined) found.add(index - (index % pageSize))
  return [...found]
}
