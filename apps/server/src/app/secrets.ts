import { parseStorage } from '../adapters/blob/storage.ts'
import type { Config } from '../config/schema.ts'
import { secretsIn } from '../config/secret-values.ts'

/** What must not be told even when it is quoted by what fails. */
export const secretsOf = (config: Config): string[] => {
  const { database, redisCache, storage } = config.connectionStrings
  const keys = parseStorage(storage)
  return [
    ...secretsIn(config),
    ...[database, redisCache].flatMap(passwordsIn),
    ...(keys.kind === 's3' && keys.credentials !== null
      ? [keys.credentials.accessKey, keys.credentials.secretKey, keys.credentials.sessionToken]
      : []),
  ].filter((secret) => secret !== null)
}

const passwordsIn = (url: string | null): (string | null)[] => {
  const password = /^[a-z]+:\/\/[^/@]*?:([^/]*)@/i.exec(url ?? '')?.[1] ?? null
  return [password, password === null ? null : plain(password)]
}

const plain = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
