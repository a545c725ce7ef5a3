import { LRUCache } from 'lru-cache'
import { bounded } from '../../kit/expiring-cache.ts'
import type { Cache } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'
import { type RedisConnection, reasonOf } from '../redis/connection.ts'
import { memoryCache } from './memory.ts'

type Report = (message: string) => void

// While Redis is away, each process remembers what it is told from then on and forgets all else, so that
// requests go on and guesses still count. What can't be changed there is deleted as soon as Redis is back, so
// that no stale value returns.
export function redisCache(redis: RedisConnection, clock: Clock, report: Report = () => undefined): Cache {
  const { command } = redis
  const keyOf = (key: string): string => `${redis.prefix}cache:${key}`
  const doubtful = new LRUCache<string, true>(bounded(maxDoubtful))
  const alone = memoryCache(clock)
  let forgetting = false
  let failing = false

  const forgetDoubtful = (): void => {
    if (doubtful.size === 0 || forgetting || !redis.available) return
    forgetting = true
    const keys = [...doubtful.keys()].slice(0, 1000)
    command.del(keys.map(keyOf)).then(
      () => {
        for (const key of keys) {
          doubtful.delete(key)
          void alone.delete(key)
        }
        forgetting = false
        forgetDoubtful()
      },
      () => {
        forgetting = false
      },
    )
  }
  command.on('ready', forgetDoubtful)

  // Null if Redis doesn't answer.
  const attempt = async <T>(work: () => Promise<T>): Promise<{ answer: T } | null> => {
    forgetDoubtful()
    try {
      const answer = await work()
      failing = false
      return { answer }
    } catch (error) {
      if (!failing) report(`cache: each process keeps its own memory until Redis answers: ${reasonOf(error)}`)
      failing = true
      return null
    }
  }

  const ask = async <T>(key: string, there: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    const found = doubtful.has(key) ? null : await attempt(there)
    return found === null ? here() : found.answer
  }

  const write = async (
    key: string,
    there: () => Promise<unknown>,
    here: () => Promise<void>,
  ): Promise<void> => {
    if ((await attempt(there)) !== null) return alone.delete(key)
    doubtful.set(key, true)
    await here()
  }

  return {
    get: (key) =>
      ask(
        key,
        () => command.get(keyOf(key)),
        () => alone.get(key),
      ),
    set: (key, value, ttlMs) =>
      write(
        key,
        () => (ttlMs > 0 ? command.set(keyOf(key), value, 'PX', wholeMs(ttlMs)) : command.del(keyOf(key))),
        () => alone.set(key, value, ttlMs),
      ),
    delete: (key) =>
      write(
        key,
        () => command.del(keyOf(key)),
        () => alone.delete(key),
      ),
    take: (key) =>
      ask(
        key,
        () => command.getdel(keyOf(key)),
        () => alone.take(key),
      ),
    increase: (key, ttlMs) =>
      ask<unknown>(
        key,
        () => command.multi().incr(keyOf(key)).pexpire(keyOf(key), wholeMs(ttlMs)).exec(),
        () => alone.increase(key, ttlMs),
      ).then(() => undefined),
    touch: (key, ttlMs) =>
      ask<unknown>(
        key,
        () => command.pexpire(keyOf(key), wholeMs(ttlMs)),
        () => alone.touch(key, ttlMs),
      ).then(() => undefined),
    check: () => redis.check(),
  }
}

const maxDoubtful = 10_000

const wholeMs = (ms: number): number => Math.min(Math.ceil(ms), 10 * 365 * 86_400_000)
