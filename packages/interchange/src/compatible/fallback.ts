import { momentOf } from './moment.ts'
import type { Notes } from './notes.ts'
import { integerOf, numberOf, textOf, type Row } from './row.ts'

const why = 'It was empty, and must not be here'
export const epoch = '1970-01-01T00:00:00+00:00'

export const textOr = (
  row: Row,
  column: string,
  other: string,
  notes: Notes,
  most = Number.POSITIVE_INFINITY,
): string => {
  const text = textOf(row, column)
  if (text === null) notes.changed(column, why, `to "${other}"`)
  else if (text.length > most) notes.kept(column, `It is longer than ${most} characters, the most here`)
  return text ?? other
}

export const momentOr = (row: Row, column: string, other: string, notes: Notes): string => {
  const moment = momentOf(row, column)
  if (moment === null) notes.changed(column, 'It says never, and must be a time here', `to ${other}`)
  return moment ?? other
}

const mostInteger = 2_147_483_647

export const integerOr = (row: Row, column: string, other: number, notes: Notes): number => {
  const value = integerOf(row, column)
  if (value !== null && Math.abs(value) <= mostInteger) return value
  notes.changed(column, value === null ? why : 'The number is too large', `to ${other}`)
  return other
}

export const between = (
  row: Row,
  column: string,
  { least, most, other }: { least: number; most: number; other: number },
  notes: Notes,
): number => {
  const value = numberOf(row, column)
  if (value !== null && value >= least && value <= most) return value
  const taken = value === null ? other : Math.min(most, Math.max(least, value))
  notes.changed(column, `It must be from ${least} to ${most}`, `${value} to ${taken}`)
  return taken
}
