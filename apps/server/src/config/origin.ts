import { variableName } from './names.ts'
import { schema, type Config } from './schema.ts'
import type { Node } from './setting.ts'

/** Null: the setting has its default. */
export type ConfigOrigins = (key: string) => string | null

export const configOrigins = (
  config: Config,
  sources: ReadonlyMap<string, string> | undefined,
): ConfigOrigins =>
  sources === undefined
    ? (key) => (isDefault(config, key.split('.')) ? null : variableName(key.split('.')))
    : (key) => sources.get(key)?.replace(/^variable /, '') ?? null

const isDefault = (config: Config, path: readonly string[]): boolean => {
  let [node, value]: [Node | undefined, unknown] = [schema, config]
  for (const part of path) {
    node = node?.kind === 'section' ? node.members[part] : undefined
    value = (value as Record<string, unknown>)[part]
  }
  return node?.kind !== 'setting' || node.default === value
}
