import { momentOf } from './moment.ts'
import type { Notes } from './notes.ts'
import { integerOf, listOf, numberOf, storable, textOf, type Row } from './row.ts'

const why = 'It was empty, and must not be here'
export const epoch = '1970-01-01T00:00:00+00:00'
const lastMoment = '9999-12-31T23:59:59.999999+00:00'

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
  const isForever = textOf(row, column) === 'infinity'
  const moment = isForever ? lastMoment : momentOf(row, column)
  if (isForever) notes.changed(column, 'It says forever, and must be a time here', `to ${lastMoment}`)
  if (moment === null) notes.changed(column, 'It says never, and must be a time here', `to ${other}`)
  return moment ?? other
}

/** Null if it is no list of texts. */
export const listIn = (row: Row, column: string, notes: Notes): string[] | null => {
  const list = listOf(textOf(row, column))
  const kept = list?.map(storable) ?? null
  if (kept?.some((text, at) => text !== list?.[at]) === true)
    notes.changed(column, 'It has characters that no text can have here', JSON.stringify(list))
  return kept
}

/** It works as it is, but nobody could set it here. */
export const noteBeyond = (
  row: Row,
  bounds: Readonly<Record<string, readonly [least: number, most: number]>>,
  notes: Notes,
): void => {
  for (const [column, [least, most]] of Object.entries(bounds)) {
    const value = numberOf(row, column)
    if (value !== null && (value < least || value > most))
      notes.kept(column, `Here, it can be set from ${least} to ${most}`, String(value))
  }
}

const mostInteger = 2_147_483_647

export const integerOr = (row: Row, column: string, other: number, notes: Notes): number => {
  const value = integerOf(row, column)
  if (value !== null && value <= mostInteger && value >= -mostInteger - 1) return value
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
