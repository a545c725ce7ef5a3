import { textOf, type Row } from './row.ts'

// As PostgreSQL writes it in JSON. The text is kept: it has microseconds, which a date loses.
// Years have four digits, the most there.
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d:\d\d$/

/** Null: never, which that platform also writes as 1970 or as the beginning of all time. */
export const momentOf = (row: Row, column: string): string | null => {
  const text = textOf(row, column)
  if (text === null || !moment.test(text) || text.startsWith('1970-01-01T00:00:00+')) return null
  return text
}

/** Unlike other times, a deadline of 1970 is one. Null: none, or one that never comes. */
export const deadlineOf = (row: Row, column: string, before: string): string | null => {
  const text = textOf(row, column)
  if (text === null || text === 'infinity') return null
  return moment.test(text) ? text : before
}

const version7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/
// Keys of other kinds that look like version 7 would be centuries away.
const [earliest, latest] = [Date.UTC(2015, 0), Date.UTC(2100, 0)]

/** When a key of version 7 was made. Null for other keys. */
export const madeAt = (id: string): string | null => {
  const [, high = '', low = ''] = version7.exec(id) ?? []
  const ms = Number.parseInt(high + low, 16)
  return ms >= earliest && ms <= latest ? new Date(ms).toISOString() : null
}
