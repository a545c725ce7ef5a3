import type { Cache } from '../../ports/cache.ts'
import { type RedisConnection, reasonOf } from '../redis/connection.ts'

type Report = (message: string) => void

/**
 * The cache all processes share. While Redis is away everything counts as forgotten, so that requests go on;
 * what could not be changed or deleted there is deleted as soon as Redis is back, so that it does not return
 * as a stale value.
 */
export function redisCache(redis: RedisConnection, report: Report = () => undefined): Cache {
  const { command } = redis
  const keyOf = (key: string): string => `${redis.prefix}cache:${key}`
  const doubtful = new Set<string>()
  let forgetting = false
  let failing = false

  const forgetDoubtful = (): void => {
    if (doubtful.size === 0 || forgetting || !redis.available) return
    forgetting = true
    const keys = [...doubtful].slice(0, 1000)
    command.del(keys.map(keyOf)).then(
      () => {
        for (const key of keys) doubtful.delete(key)
        forgetting = false
        forgetDoubtful()
      },
      () => {
        forgetting = false
      },
    )
  }
  command.on('ready', forgetDoubtful)

  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    forgetDoubtful()
    try {
      const answer = await work()
      failing = false
      return answer
    } catch (error) {
      if (!failing) report(`cache: forgets everything until Redis answers: ${reasonOf(error)}`)
      failing = true
      return null
    }
  }

  const doubt = (key: string): void => {
    doubtful.add(key)
    const oldest = doubtful.values().next()
    if (doubtful.size > maxDoubtful && oldest.done !== true) doubtful.delete(oldest.value)
  }

  const write = async (key: string, work: () => Promise<unknown>): Promise<void> => {
    const sure = (await attempt(async () => (await work(), true))) ?? false
    if (!sure) doubt(key)
  }

  return {
    get: async (key) => (doubtful.has(key) ? null : await attempt(() => command.get(keyOf(key)))),
    async set(key, value, ttlMs) {
      await write(key, () =>
        ttlMs > 0 ? command.set(keyOf(key), value, 'PX', wholeMs(ttlMs)) : command.del(keyOf(key)),
      )
    },
    async delete(key) {
      await write(key, () => command.del(keyOf(key)))
    },
    take: async (key) => (doubtful.has(key) ? null : await attempt(() => command.getdel(keyOf(key)))),
    async touch(key, ttlMs) {
      if (!doubtful.has(key)) await attempt(() => command.pexpire(keyOf(key), wholeMs(ttlMs)))
    },
    check: () => redis.check(),
  }
}

const maxDoubtful = 10_000

/** Redis takes whole milliseconds, and not for ever. */
const wholeMs = (ms: number): number => Math.min(Math.ceil(ms), 10 * 365 * 86_400_000)
