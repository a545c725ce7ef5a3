import type { Clock } from '../../ports/clock.ts'
import type { Limiter, LimitPolicy, Permit } from '../../ports/limiter.ts'
import { type RedisConnection, reasonOf } from '../redis/connection.ts'
import { runScript } from '../redis/script.ts'
import { memoryLimiter } from './memory.ts'
import { shapeOf } from './policy.ts'
import { limiterScript } from './script.ts'

export type RedisLimiterSettings = {
  redis: RedisConnection
  clock: Clock
  /** Redis's clock is the only one that processes share. Tests use `clock`. */
  time?: 'server' | 'clock'
  report?: (message: string) => void
}

type Question = { name: string; policy: LimitPolicy; key: string; take: boolean }
type Asked = Question & { answer: (permit: Permit) => void }

const retryMs = 1000

/**
 * One call for all requests of a turn of the event loop. While Redis is away each process limits on its own, from
 * zero; no request fails or waits.
 */
export function redisLimiter(settings: RedisLimiterSettings): Limiter {
  const { redis, clock, time = 'server', report = () => undefined } = settings
  const alone = memoryLimiter(clock)
  const script = limiterScript()
  let asked: Asked[] = []
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

  const askAlone = ({ name, policy, key, take }: Question): Permit =>
    take ? alone.take(name, policy, key) : alone.peek(name, policy, key)

  const askShared = async (questions: readonly Question[]): Promise<Permit[]> => {
    const keys = questions.map(({ name, key }) => `${redis.prefix}limit:${encodeURIComponent(name)}:${key}`)
    const now = time === 'clock' ? clock.now() : ''
    const answer = await runScript(redis.command, script, keys, [now, ...questions.flatMap(valuesOf)])
    const permits = permitsOf(answer)
    if (permits.length !== questions.length) throw new Error('Redis gave an unknown answer')
    if (reported) report('limiter: processes count together again')
    reported = false
    return permits
  }

  const flush = async (): Promise<void> => {
    const questions = asked
    asked = []
    const permits = await askShared(questions).catch((error: unknown) => {
      suspend(error)
      return questions.map(askAlone)
    })
    for (const [at, permit] of permits.entries()) questions[at]?.answer(permit)
  }

  const ask = (question: Question): Permit | Promise<Permit> => {
    if (!shared()) return askAlone(question)
    if (asked.length === 0) setImmediate(() => void flush())
    return new Promise((answer) => asked.push({ ...question, answer }))
  }

  return {
    take: (name, policy, key) => ask({ name, policy, key, take: true }),
    peek: (name, policy, key) => ask({ name, policy, key, take: false }),
  }
}

const valuesOf = ({ policy, take }: Question): (string | number)[] => [
  policy.kind,
  shapeOf(policy),
  take ? 1 : 0,
  ...(policy.kind === 'window'
    ? [policy.permits, policy.windowMs, policy.segments]
    : [policy.capacity, policy.refill, policy.everyMs]),
]

const permitsOf = (answer: unknown): Permit[] => {
  const numbers = Array.isArray(answer) ? answer.map(Number) : []
  return numbers.flatMap((ok, at): Permit[] => {
    if (at % 2 === 1) return []
    return [ok === 1 ? { ok: true } : { ok: false, retryAfterMs: numbers[at + 1] ?? 0 }]
  })
}
