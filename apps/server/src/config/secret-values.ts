import type { Config } from './schema.ts'
import { allSettings, type Path } from './walk.ts'

export const secretsIn = (config: Config): string[] => {
  // The tree has a member for each part of a path.
  const at = (path: Path): unknown =>
    path.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config)
  const { database, redisCache } = config.connectionStrings
  return [
    ...allSettings((table) => Object.keys(at(table) as object))
      .filter(({ setting }) => setting.secret)
      .map(({ path }) => ({ path, value: at(path) }))
      .flatMap(({ path, value }) => (typeof value === 'string' && !isFolder(path, value) ? [value] : [])),
    ...[database, redisCache].flatMap(passwordsIn),
  ]
}

/** Errors have to name it. Only a bucket comes with keys. */
const isFolder = (path: Path, value: string): boolean =>
  path.join('.') === 'backup.to' && !value.includes('://')

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
