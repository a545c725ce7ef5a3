export type LongList<Row> = {
  /** Nothing from this moment on is in the list, so places in it stay. */
  to: number
  rows: readonly (Row | undefined)[]
  prepended: number
}

export type Piece<Row> = { rows: readonly Row[]; total: number }

export const pageSize = 100

const spread = <Row>(count: number): (Row | undefined)[] =>
  Array.from({ length: Math.max(0, count) }, () => undefined)

export const begin = <Row>({ rows, total }: Piece<Row>, to: number): LongList<Row> => ({
  to,
  rows: [...rows, ...spread<Row>(total - rows.length)],
  prepended: 0,
})

export const put = <Row>(
  list: LongList<Row>,
  { skip, prepended }: { skip: number; prepended: number },
  found: readonly Row[],
): LongList<Row> => {
  const rows = [...list.rows]
  const at = skip + list.prepended - prepended
  for (const [index, row] of found.entries()) if (at + index < rows.length) rows[at + index] = row
  return { ...list, rows }
}

export const newsIn = <Row>(list: LongList<Row>, { total }: Piece<Row>): number => total - list.rows.length

export const renew = <Row>(list: LongList<Row>, newest: Piece<Row>, to: number): LongList<Row> => {
  const news = newsIn(list, newest)
  if (news < 0) return begin(newest, to)
  const gap = spread<Row>(news - newest.rows.length)
  const kept = list.rows.slice(Math.max(0, newest.rows.length - news))
  return { to, rows: [...newest.rows, ...gap, ...kept], prepended: list.prepended + news }
}

export const missingIn = <Row>({ rows }: LongList<Row>, first: number, last: number): number[] => {
  const found = new Set<number>()
  for (let index = Math.max(0, first); index <= last && index < rows.length; index++)
    if (rows[index] === undefined) found.add(index - (index % pageSize))
  return [...found]
}
