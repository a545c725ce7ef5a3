import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

const mark = '/* prepare */'
const names = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = names.get(text) ?? `marked_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, known)
  return known
}

export const prepareMarked = (client: ClientBase): void => {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
    typeof text === 'string' && text.trimStart().startsWith(mark) && Array.isArray(values)
      ? plain({ name: nameOf(text), text, values }, ...rest)
      : plain(text, values, ...rest)
  client.query = query as ClientBase['query']
}
