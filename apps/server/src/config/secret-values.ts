import { schema, type Config } from './schema.ts'
import type { Node } from './setting.ts'

export const secretsIn = (config: Config): string[] => {
  const { database, redisCache } = config.connectionStrings
  return [...secretsBelow(schema, config), ...[database, redisCache].flatMap(passwordsIn)]
}

const secretsBelow = (node: Node, value: unknown): string[] => {
  if (node.kind === 'setting') return node.secret && typeof value === 'string' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const below = node.kind === 'table' ? node.row : node.members[name]
    return below === undefined ? [] : secretsBelow(below, member)
  })
}

const passwordsIn = (url: string | null): string[] => {
  const password = /^[a-z]+:\/\/[^/@]*?:([^/]*)@/i.exec(url ?? '')?.[1]
  return password === undefined ? [] : [password, ...plain(password)]
}

const plain = (text: string): string[] => {
  try {
    return [decodeURIComponent(text)]
  } catch {
    return []
  }
}
