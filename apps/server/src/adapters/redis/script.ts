import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

export type RedisScript = { readonly source: string; readonly sha: string }

export function redisScript(source: string): RedisScript {
  return { source, sha: createHash('sha1').update(source).digest('hex') }
}

export async function runScript(
  redis: Redis,
  script: RedisScript,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(script.sha, keys.length, ...keys, ...values)
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
    return await redis.eval(script.source, keys.length, ...keys, ...values)
  }
}
