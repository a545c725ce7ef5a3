/** A row as its database writes it in JSON. Nothing of it is sure but that it is an object. */
export type Row = Readonly<Record<string, unknown>>

export const textOf = (row: Row, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}

export const integerOf = (row: Row, column: string): number | null => {
  const value = row[column]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

export const numberOf = (row: Row, column: string): number | null => {
  const value = row[column]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const isSet = (row: Row, column: string): boolean => row[column] === true

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const idOf = (row: Row, column: string): string | null => {
  const text = textOf(row, column)
  return text !== null && uuid.test(text) ? text : null
}

const sha256 = /^[0-9a-f]{64}$/
export const hashOf = (row: Row, column: string): string | null => {
  const text = textOf(row, column)?.toLowerCase() ?? null
  return text !== null && sha256.test(text) ? text : null
}

/** Null and blank both mean none. */
export const filled = (text: string | null): string | null => (text === null || text === '' ? null : text)

/** Of JSON in a text column. Null if it is anything else. */
export const listOf = (text: string | null): string[] | null => {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null
  } catch {
    return null
  }
}

/** What JSON can say and no text of a database can: NUL, and halves of characters. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The name of a number. Null for one that has none. */
export const nameOf = <N extends string>(
  names: Readonly<Record<N, number>>,
  value: number | null,
): N | null => {
  for (const name in names) if (names[name] === value) return name
  return null
}
