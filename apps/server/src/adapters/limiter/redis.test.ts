import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { redisMissing, startRedis, type TestRedis } from '../../../../../tests/kit/redis.ts'
import type { Limiter, LimitPolicy, Permit } from '../../ports/limiter.ts'
import { connectRedis, type RedisConnection } from '../redis/connection.ts'
import { memoryLimiter } from './memory.ts'
import { redisLimiter } from './redis.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { byBreadth } from '../../../../../tests/kit/breadth.ts'

const window = { kind: 'window', permits: 5, windowMs: 60_000, segments: 6, queue: 0 } satisfies LimitPolicy
const bucket = { kind: 'bucket', capacity: 4, refill: 2, everyMs: 10_000, queue: 0 } satisfies LimitPolicy
const start = 1_700_000_040_000 - (1_700_000_040_000 % 60_000)
const accepted = { ok: true }

let now = start
const clock = { now: () => now }
let nameNr = 0
const fresh = (): string => `policy${++nameNr}`

const missing = redisMissing()

describe.skipIf(missing !== null)(withSkipReason('a Redis limiter', missing), () => {
  let server: TestRedis
  let redis: RedisConnection
  const ready = (connection: RedisConnection): Promise<void> =>
    vi.waitFor(() => expect(connection.available).toBe(true), { timeout: 20_000, interval: 20 })

  beforeAll(async () => {
    server = await startRedis()
    redis = connectRedis({ url: server.url, commandTimeoutMs: 300 })
    await ready(redis)
  })
  afterAll(async () => {
    await redis.close()
    await server.stop()
  })

  it('does exactly what the memory limiter does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<LimitPolicy>(
          window,
          bucket,
          { ...window, windowMs: 1000, segments: 7 },
          { ...bucket, refill: 0.7 },
        ),
        fc.array(
          fc.tuple(fc.oneof(fc.constant(0), fc.integer({ min: -15_000, max: 15_000 })), fc.boolean()),
          { maxLength: 60 },
        ),
        async (policy, steps) => {
          const [memory, shared] = [memoryLimiter(clock), redisLimiter({ redis, clock, time: 'clock' })]
          const name = fresh()
          now = start
          for (const [step, looks] of steps) {
            now += step
            const ask = (limiter: Limiter) => limiter[looks ? 'peek' : 'take'](name, policy, 'k')
            expect(await ask(shared)).toEqual(await ask(memory))
          }
        },
      ),
      { numRuns: byBreadth(100, 150, 1500) },
    )
  }, 120_000)

  it('asks once for all requests of a turn, in the order they came', async () => {
    now = start
    const limiter = redisLimiter({ redis, clock, time: 'clock' })
    const name = fresh()
    const asks = vi.spyOn(redis.command, 'evalsha')
    const inTurn = (ask: (n: number) => Permit | Promise<Permit>) =>
      Promise.all(Array.from({ length: 12 }, async (_, n) => (await ask(n)).ok))
    const answers = await Promise.all([
      inTurn(() => limiter.take(name, bucket, 'k')),
      inTurn((n) => limiter.take(name, window, `key ${n % 2}`)),
      inTurn(() => limiter.peek(name, bucket, 'k')),
    ])
    expect(asks).toHaveBeenCalledTimes(1)
    asks.mockRestore()
    const first = (many: number) => Array.from({ length: 12 }, (_, n) => n < many)
    expect(answers).toEqual([first(4), first(10), first(0)])
  })

  it('answers right away while Redis is away', async () => {
    const away = connectRedis({ url: 'redis://127.0.0.1:1' })
    const limiter = redisLimiter({ redis: away, clock })
    expect(limiter.take(fresh(), bucket, 'k')).toEqual(accepted)
    await away.close()
  })

  it('counts together with other processes, by the time of the server', async () => {
    const far = { now: () => Date.now() + 3_600_000 }
    const other = connectRedis({ url: server.url })
    await ready(other)
    const [a, b] = [
      redisLimiter({ redis, clock: far }),
      redisLimiter({ redis: other, clock: { now: () => 0 } }),
    ]
    const name = fresh()
    const permits = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (n % 2 ? a : b).take(name, bucket, 'k')),
    )
    expect(permits.filter(({ ok }) => ok)).toHaveLength(4)
    await other.close()
  })

  it('leaves nothing in Redis for ever', async () => {
    now = start
    const limiter = redisLimiter({ redis, clock, time: 'clock' })
    for (const policy of [window, bucket]) {
      await limiter.take('ends', policy, policy.kind)
      const left = await redis.command.pttl(`pennant:limit:ends:${policy.kind}`)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(62_000)
    }
  })

  it('limits on its own while Redis is dead, and together again afterwards', async () => {
    const said: string[] = []
    const limiter = redisLimiter({
      redis,
      clock: { now: () => Date.now() },
      report: (message) => said.push(message),
    })
    const name = fresh()
    const drain = async (): Promise<number> => {
      let taken = 0
      while ((await limiter.take(name, bucket, 'k')).ok) taken++
      return taken
    }
    expect(await drain()).toBe(4)
    await server.kill()
    await vi.waitFor(() => expect(redis.available).toBe(false), patient)
    expect(await drain()).toBe(4)
    await server.restart()
    await ready(redis)
    expect(await drain()).toBe(4)
    expect(await redis.command.exists(`pennant:limit:${name}:k`)).toBe(1)
  })

  it('does not make requests wait for a Redis that hangs, but the first', async () => {
    const said: string[] = []
    const limiter = redisLimiter({
      redis,
      clock: { now: () => Date.now() },
      report: (message) => said.push(message),
    })
    const name = fresh()
    server.pause()
    try {
      expect(await limiter.take(name, bucket, 'k')).toEqual(accepted)
      const rest = await Promise.all(Array.from({ length: 10 }, async () => limiter.take(name, bucket, 'k')))
      expect(rest.filter(({ ok }) => ok)).toHaveLength(3)
      expect(said).toEqual([expect.stringContaining('each process counts on its own')])
    } finally {
      server.resume()
    }
    await vi.waitFor(
      async () => {
        await limiter.take(name, bucket, 'k')
        expect(said).toEqual([expect.anything(), expect.stringContaining('together again')])
      },
      { timeout: 15_000, interval: 100 },
    )
  })

  it('limits on its own when Redis refuses to count', async () => {
    const said: string[] = []
    const limiter = redisLimiter({
      redis,
      clock: { now: () => Date.now() },
      report: (message) => said.push(message),
    })
    const name = fresh()
    await redis.command.set(`pennant:limit:${name}:k`, 'of another kind')
    const permits = await Promise.all(Array.from({ length: 10 }, async () => limiter.take(name, window, 'k')))
    expect(permits.filter(({ ok }) => ok)).toHaveLength(5)
    expect(said).toEqual([expect.stringContaining('WRONGTYPE')])
  })
})
