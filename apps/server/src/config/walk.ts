import { schema } from './schema.ts'
import type { Node, Setting } from './setting.ts'

export type Path = readonly string[]
type RowsOf = (table: Path) => readonly string[]

/** Returns what `visit` makes of the settings, in the shape of the schema. */
export function walk(
  visit: (setting: Setting, path: Path) => unknown,
  rowsOf: RowsOf,
  node: Node = schema,
  path: Path = [],
): unknown {
  if (node.kind === 'setting') return Object.freeze(visit(node, path))
  const members =
    node.kind === 'section'
      ? Object.entries(node.members)
      : rowsOf(path).map((key): [string, Node] => [key, node.row])
  const results = members.map(([name, member]) => [name, walk(visit, rowsOf, member, [...path, name])])
  return Object.freeze(Object.fromEntries(results))
}

/** Stands for the name of a row. */
export const anyRow = '{host}'

export function allSettings(rowsOf: RowsOf = () => [anyRow]): { path: Path; setting: Setting }[] {
  const all: { path: Path; setting: Setting }[] = []
  walk((setting, path) => all.push({ path, setting }), rowsOf)
  return all
}
