import type { Clock } from '../../ports/clock.ts'
import type { Limiter, LimitPolicy, Permit } from '../../ports/limiter.ts'
import { type RedisConnection, reasonOf } from '../redis/connection.ts'
import { runScript } from '../redis/script.ts'
import { memoryLimiter } from './memory.ts'
import { bucketScript, windowScript } from './scripts.ts'
import { shapeOf, slotOf } from './policy.ts'

export type RedisLimiterSettings = {
  redis: RedisConnection
  clock: Clock
  /** Redis's clock is the only one that processes share. Tests use `clock`. */
  time?: 'server' | 'clock'
  report?: (message: string) => void
}

const retryMs = 1000

/** While Redis is away each process limits on its own, from zero; no request fails or waits. */
export function redisLimiter(settings: RedisLimiterSettings): Limiter {
  const { redis, clock, time = 'server', report = () => undefined } = settings
  const alone = memoryLimiter(clock)
  const scripts = { window: windowScript(), bucket: bucketScript() }
  let usable = true
  let retryAt = 0
  let reported = false

  const suspend = (error: unknown): void => {
    usable = false
    retryAt = clock.now() + retryMs
    if (!reported) report(`limiter: each process counts on its own: ${reasonOf(error)}`)
    reported = true
  }

  const recover = (): void => {
    const now = clock.now()
    if (now < retryAt) return
    retryAt = now + retryMs
    redis.command.ping().then(
      () => {
        usable = true
      },
      () => undefined,
    )
  }

  const shared = (): boolean => {
    if (!redis.available) return false
    if (!usable) recover()
    return usable
  }

  const ask = async (name: string, policy: LimitPolicy, key: string, take: boolean): Promise<Permit> => {
    if (shared()) {
      try {
        const values = [
          shapeOf(policy),
          time === 'clock' ? clock.now() : '',
          take ? 1 : 0,
          ...numbersOf(policy),
        ]
        const answer = await runScript(redis.command, scripts[policy.kind], keyOf(name, key), values)
        const permit = permitOf(answer)
        if (reported) report('limiter: processes count together again')
        reported = false
        return permit
      } catch (error) {
        suspend(error)
      }
    }
    return take ? await alone.take(name, policy, key) : await alone.peek(name, policy, key)
  }

  const keyOf = (name: string, key: string): string => `${redis.prefix}limit:${slotOf(name, key)}`

  return {
    take: (name, policy, key) => ask(name, policy, key, true),
    peek: (name, policy, key) => ask(name, policy, key, false),
    async reset(name, key) {
      await alone.reset(name, key)
      if (shared()) await redis.command.del(keyOf(name, key)).catch(suspend)
    },
  }
}

const numbersOf = (policy: LimitPolicy): number[] =>
  policy.kind === 'window'
    ? [policy.permits, policy.windowMs, policy.segments]
    : [policy.capacity, policy.refill, policy.everyMs]

function permitOf(answer: unknown): Permit {
  if (!Array.isArray(answer)) throw new Error('Redis gave an unknown answer')
  const [ok, retryAfterMs] = answer.map(Number)
  return ok === 1 ? { ok: true } : { ok: false, retryAfterMs: retryAfterMs ?? 0 }
}
