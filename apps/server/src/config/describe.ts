import { withoutUser } from './fault.ts'
import { type Config, schema } from './schema.ts'
import type { Node, Setting } from './setting.ts'

export type Description = { readonly [key: string]: unknown }

/** Safe for logs: a secret only shows whether it is set. */
export function describe(config: Config): Description {
  // The schema is a section, which is always described as an object.
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
