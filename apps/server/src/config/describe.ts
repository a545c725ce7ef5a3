import { withoutUser } from './fault.ts'
import { type Config, schema } from './schema.ts'
import type { Node, Setting } from './setting.ts'

export type Description = { readonly [key: string]: unknown }

/** The settings as a log may hold them: of a secret only whether it is given. */
export function describe(config: Config): Description {
  // A section is always described as an object, and the schema is one.
  return described(schema, config) as Description
}

function described(node: Node, value: unknown): unknown {
  if (node.kind === 'setting') return shown(node, value)
  const entries = Object.entries(value ?? {}).map(([name, member]) => {
    const inner = node.kind === 'table' ? node.row : node.members[name]
    return [name, inner === undefined ? null : described(inner, member)]
  })
  return Object.fromEntries(entries)
}

function shown({ secret, default: fallback }: Setting, value: unknown): unknown {
  if (!secret) return typeof value === 'string' ? withoutUser(value) : value
  if (value === null || value === '') return null
  return value === fallback ? value : '(set)'
}
