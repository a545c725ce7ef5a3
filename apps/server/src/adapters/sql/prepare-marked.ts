import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

/** How a store says that a statement comes again and again, and costs more to plan than to run. */
const mark = '/* prepare */'
const names = new Map<string, string>()

/** The text may differ by what a batch brings, in a few ways only. */
const nameOf = (text: string): string => {
  const known = names.get(text) ?? `marked_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, known)
  return known
}

/** Has the database plan marked statements once per connection, instead of every time. */
export const prepareMarked = (client: ClientBase): void => {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
    typeof text === 'string' && text.trimStart().startsWith(mark) && Array.isArray(values)
      ? plain({ name: nameOf(text), text, values }, ...rest)
      : plain(text, values, ...rest)
  // As the driver's own, whose many forms of being called have no common type.
  client.query = query as ClientBase['query']
}
