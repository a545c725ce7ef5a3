import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { redisMissing, startRedis, type TestRedis } from '../../../../../tests/kit/redis.ts'
import type { Limiter, LimitPolicy } from '../../ports/limiter.ts'
import { connectRedis, type RedisConnection } from '../redis/connection.ts'
import { memoryLimiter } from './memory.ts'
import { redisLimiter } from './redis.ts'

const window = { kind: 'window', permits: 5, windowMs: 60_000, segments: 6, queue: 0 } satisfies LimitPolicy
const bucket = { kind: 'bucket', capacity: 4, refill: 2, everyMs: 10_000, queue: 0 } satisfies LimitPolicy
const start = 1_700_000_040_000 - (1_700_000_040_000 % 60_000)
const accepted = { ok: true }
const refused = (retryAfterMs: number): object => ({ ok: false, retryAfterMs })

let now = start
const clock = { now: () => now }
let nameNr = 0
const fresh = (): string => `policy${++nameNr}`

function behavesAsLimiter(limiter: () => Limiter): void {
  const take = async (name: string, policy: LimitPolicy, key = 'k') => limiter().take(name, policy, key)
  const takeAll = async (name: string, policy: LimitPolicy, times: number): Promise<void> => {
    for (let n = 0; n < times; n++) expect(await take(name, policy)).toEqual(accepted)
  }

  describe('in a window', () => {
    it('gives as many permits as the policy has, and says when the first returns', async () => {
      const name = fresh()
      now = start
      await takeAll(name, window, 5)
      expect(await take(name, window)).toEqual(refused(60_000))
      now = start + 59_999
      expect(await take(name, window)).toEqual(refused(1))
      now = start + 60_000
      await takeAll(name, window, 5)
      expect(await take(name, window)).toEqual(refused(60_000))
    })

    it('gives permits back segment by segment, when the whole segment has left', async () => {
      const name = fresh()
      now = start + 9_000
      await takeAll(name, window, 2)
      now = start + 15_000
      await takeAll(name, window, 3)
      expect(await take(name, window)).toEqual(refused(45_000))
      now = start + 60_000
      await takeAll(name, window, 2)
      expect(await take(name, window)).toEqual(refused(10_000))
      now = start + 70_000
      await takeAll(name, window, 3)
      expect(await take(name, window)).toEqual(refused(50_000))
    })

    it('refuses without counting what it refused', async () => {
      const name = fresh()
      now = start
      await takeAll(name, window, 5)
      for (let n = 0; n < 10; n++) expect(await take(name, window)).toEqual(refused(60_000))
      now = start + 60_000
      await takeAll(name, window, 5)
    })

    it('does not lock anybody out when the clock is set back', async () => {
      const name = fresh()
      now = start + 3_600_000
      await takeAll(name, window, 5)
      now = start
      expect(await take(name, window)).toEqual(refused(60_000))
      now = start + 60_000
      expect(await take(name, window)).toEqual(accepted)
    })
  })

  describe('in a bucket', () => {
    it('begins full, and refills in one go after every period', async () => {
      const name = fresh()
      now = start + 123
      await takeAll(name, bucket, 4)
      expect(await take(name, bucket)).toEqual(refused(10_000))
      now += 9_999
      expect(await take(name, bucket)).toEqual(refused(1))
      now += 1
      await takeAll(name, bucket, 2)
      expect(await take(name, bucket)).toEqual(refused(10_000))
    })

    it('keeps to the periods since it was first used, however much time passes between calls', async () => {
      const name = fresh()
      now = start
      await takeAll(name, bucket, 4)
      now = start + 15_000
      await takeAll(name, bucket, 2)
      expect(await take(name, bucket)).toEqual(refused(5_000))
    })

    it('holds no more than its capacity', async () => {
      const name = fresh()
      now = start
      await takeAll(name, bucket, 4)
      now = start + 3_600_000
      await takeAll(name, bucket, 4)
      expect(await take(name, bucket)).toEqual(refused(10_000))
    })

    it('waits several periods when a refill is less than a permit', async () => {
      const name = fresh()
      const slow = { ...bucket, capacity: 1, refill: 0.25 }
      now = start
      await takeAll(name, slow, 1)
      expect(await take(name, slow)).toEqual(refused(40_000))
      now = start + 30_000
      expect(await take(name, slow)).toEqual(refused(10_000))
      now = start + 40_000
      await takeAll(name, slow, 1)
    })

    it('does not lock anybody out when the clock is set back', async () => {
      const name = fresh()
      now = start + 3_600_000
      await takeAll(name, bucket, 4)
      now = start
      expect(await take(name, bucket)).toEqual(refused(10_000))
      now = start + 10_000
      await takeAll(name, bucket, 2)
    })
  })

  it.each([window, bucket])('looks without taking: $kind', async (policy) => {
    const name = fresh()
    now = start
    for (let n = 0; n < 20; n++) expect(await limiter().peek(name, policy, 'k')).toEqual(accepted)
    while ((await take(name, policy)).ok);
    const refusal = await take(name, policy)
    expect(refusal.ok).toBe(false)
    expect(await limiter().peek(name, policy, 'k')).toEqual(refusal)
  })

  it.each([window, bucket])('counts keys and names apart: $kind', async (policy) => {
    const name = fresh()
    now = start
    while ((await take(name, policy)).ok);
    expect(await take(name, policy, 'other')).toEqual(accepted)
    expect(await take(`${name}:k`, policy, '')).toEqual(accepted)
    expect(await take(fresh(), policy)).toEqual(accepted)
    expect((await take(name, policy)).ok).toBe(false)
  })

  it('starts again when the policy of a name changes its kind or measures', async () => {
    const name = fresh()
    now = start
    await takeAll(name, window, 5)
    await takeAll(name, bucket, 4)
    await takeAll(name, window, 5)
    await takeAll(name, { ...window, segments: 2 }, 5)
    expect((await take(name, { ...window, segments: 2 })).ok).toBe(false)
    expect((await take(name, { ...window, segments: 2, permits: 6 })).ok).toBe(true)
  })

  it.each([window, bucket])('gives many at once no more than there is: $kind', async (policy) => {
    const name = fresh()
    now = start
    const permits = await Promise.all(Array.from({ length: 50 }, () => take(name, policy)))
    expect(permits.filter(({ ok }) => ok)).toHaveLength(policy.kind === 'window' ? 5 : 4)
  })

  it('keeps its word: anyone who waits as long as it was told gets a permit, and nobody sooner', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<LimitPolicy>(
          window,
          bucket,
          { ...window, windowMs: 1000, segments: 7 },
          { ...bucket, refill: 0.7 },
        ),
        fc.array(fc.nat(15_000), { minLength: 1, maxLength: 20 }),
        async (policy, steps) => {
          const name = fresh()
          now = start
          for (const step of steps) {
            now += step
            const permit = await take(name, policy)
            if (permit.ok) continue
            expect(permit.retryAfterMs).toBeGreaterThan(0)
            now += permit.retryAfterMs - 1
            expect((await limiter().peek(name, policy, 'k')).ok).toBe(false)
            now += 1
            expect(await take(name, policy)).toEqual(accepted)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
}

describe('the memory limiter', () => {
  const shared = memoryLimiter(clock)
  behavesAsLimiter(() => shared)
})

const missing = redisMissing()

describe.skipIf(missing !== null)(withSkipReason('the Redis limiter', missing), () => {
  let server: TestRedis
  let redis: RedisConnection
  let shared: Limiter
  beforeAll(async () => {
    server = await startRedis()
    redis = connectRedis({ url: server.url })
    await vi.waitFor(() => redis.check(), { timeout: 20_000 })
    shared = redisLimiter({ redis, clock, time: 'clock', report: expect.unreachable })
  })
  afterAll(async () => {
    await redis.close()
    await server.stop()
  })
  behavesAsLimiter(() => shared)
})
