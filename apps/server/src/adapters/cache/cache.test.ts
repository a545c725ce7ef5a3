import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { redisMissing, startRedis, type TestRedis } from '../../../../../tests/kit/redis.ts'
import type { Cache } from '../../ports/cache.ts'
import { connectRedis, type RedisConnection } from '../redis/connection.ts'
import { memoryCache } from './memory.ts'
import { redisCache } from './redis.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

const realTime = { now: () => Date.now() }

function behavesAsCache(cache: () => Cache): void {
  it('gives back what was set, any text at all', async () => {
    await cache().set('text', 'né "\u0000\n🏁', 60_000)
    expect(await cache().get('text')).toBe('né "\u0000\n🏁')
    await cache().set('text', '', 60_000)
    expect(await cache().get('text')).toBe('')
  })

  it('knows nothing of keys never set', async () => {
    expect(await cache().get('never')).toBeNull()
    expect(await cache().take('never')).toBeNull()
    await cache().delete('never')
    await cache().touch('never', 1000)
    expect(await cache().get('never')).toBeNull()
  })

  it('forgets when the time is over', async () => {
    await cache().set('brief', 'x', 40)
    await cache().set('long', 'x', 60_000)
    await vi.waitFor(async () => expect(await cache().get('brief')).toBeNull(), patient)
    expect(await cache().take('brief')).toBeNull()
    expect(await cache().get('long')).toBe('x')
  })

  it('forgets at once when there is no time', async () => {
    await cache().set('none', 'x', 60_000)
    await cache().set('none', 'y', 0)
    expect(await cache().get('none')).toBeNull()
    await cache().set('none', 'x', 60_000)
    await cache().touch('none', 0)
    expect(await cache().get('none')).toBeNull()
  })

  it('counts a part of a millisecond as time', async () => {
    await cache().set('part', 'x', 59_999.25)
    await cache().touch('part', 59_999.5)
    expect(await cache().get('part')).toBe('x')
  })

  it('lets a touched key live longer', async () => {
    // Long enough for the next call on a busy machine.
    const shortMs = 800
    await cache().set('touched', 'x', shortMs)
    await cache().touch('touched', 60_000)
    await cache().set('left', 'x', shortMs)
    await vi.waitFor(async () => expect(await cache().get('left')).toBeNull(), patient)
    expect(await cache().get('touched')).toBe('x')
  })

  it('deletes', async () => {
    await cache().set('gone', 'x', 60_000)
    await cache().delete('gone')
    expect(await cache().get('gone')).toBeNull()
  })

  it('gives a taken value to exactly one of many at once', async () => {
    await cache().set('once', 'prize', 60_000)
    const taken = await Promise.all(Array.from({ length: 20 }, () => cache().take('once')))
    expect(taken.filter((value) => value !== null)).toEqual(['prize'])
    expect(await cache().get('once')).toBeNull()
  })

  it('counts each of many at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => cache().increase('count', 60_000)))
    expect(await cache().get('count')).toBe('20')
  })

  it('lets a count live from its last increase', async () => {
    await cache().increase('count', 60_000)
    await cache().increase('count', 60)
    await vi.waitFor(async () => expect(await cache().get('count')).toBeNull(), patient)
  })

  it('counts from nothing again once a count was deleted', async () => {
    await cache().increase('again', 60_000)
    await cache().delete('again')
    await cache().increase('again', 60_000)
    expect(await cache().get('again')).toBe('1')
  })

  it('can be checked', async () => {
    await expect(cache().check()).resolves.toBeUndefined()
  })
}

describe('the memory cache', () => {
  const shared = memoryCache(realTime)
  behavesAsCache(() => shared)

  it('lives by the clock it was given', async () => {
    let now = 1000
    const cache = memoryCache({ now: () => now })
    await cache.set('a', 'x', 500)
    now = 1499
    expect(await cache.get('a')).toBe('x')
    now = 1500
    expect(await cache.get('a')).toBeNull()
  })

  it('drops the least recently used of too many', async () => {
    const cache = memoryCache(realTime, 3)
    for (const key of ['a', 'b', 'c']) await cache.set(key, key, 60_000)
    await cache.get('a')
    await cache.set('d', 'd', 60_000)
    const kept = await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key)))
    expect(kept).toEqual(['a', null, 'c', 'd'])
  })
})

const missing = redisMissing()

describe.skipIf(missing !== null)(withSkipReason('the Redis cache', missing), () => {
  let server: TestRedis
  const opened: RedisConnection[] = []

  const open = (report?: (message: string) => void): { redis: RedisConnection; cache: Cache } => {
    const redis = connectRedis({ url: server.url, commandTimeoutMs: 400 })
    opened.push(redis)
    return { redis, cache: redisCache(redis, realTime, report) }
  }
  const ready = (redis: RedisConnection): Promise<void> =>
    vi.waitFor(() => expect(redis.available).toBe(true), { timeout: 20_000, interval: 20 })

  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((redis) => redis.close()))
  })

  describe('as any other', () => {
    let connection: RedisConnection
    let shared: Cache
    beforeAll(async () => {
      connection = connectRedis({ url: server.url })
      shared = redisCache(connection, realTime)
      await ready(connection)
    })
    afterAll(() => connection.close())
    behavesAsCache(() => shared)
  })

  it('is one cache for all processes', async () => {
    const [one, other] = [open(), open()]
    await Promise.all([ready(one.redis), ready(other.redis)])
    await one.cache.set('shared', 'x', 60_000)
    expect(await other.cache.get('shared')).toBe('x')
    const taken = await Promise.all([one.cache.take('shared'), other.cache.take('shared')])
    expect(taken.filter((value) => value !== null)).toEqual(['x'])
    await Promise.all([one, other].map(({ cache }) => cache.increase('failures', 60_000)))
    expect(await one.cache.get('failures')).toBe('2')
  })

  it('puts its keys behind the prefix, with an end', async () => {
    const { redis, cache } = open()
    await ready(redis)
    await cache.set('named', 'x', 60_000)
    expect(await redis.command.pttl('pennant:cache:named')).toBeGreaterThan(0)
  })

  it('remembers only on its own while Redis is dead, says so once, and works again afterwards', async () => {
    const said: string[] = []
    const { redis, cache } = open((message) => said.push(message))
    await ready(redis)
    await cache.set('a', 'x', 60_000)
    await server.kill()
    await vi.waitFor(() => expect(redis.available).toBe(false), patient)
    expect(await cache.get('a')).toBeNull()
    expect(await cache.take('a')).toBeNull()
    await cache.set('a', 'y', 60_000)
    await cache.touch('a', 60_000)
    expect(await cache.get('a')).toBe('y')
    expect(await Promise.all([cache.take('a'), cache.take('a')])).toEqual(['y', null])
    await cache.increase('guesses', 60_000)
    await cache.increase('guesses', 60_000)
    expect(await cache.get('guesses')).toBe('2')
    await cache.set('left', 'z', 60_000)
    await expect(cache.check()).rejects.toThrow("Redis isn't responding")
    expect(said).toHaveLength(1)
    await server.restart()
    await ready(redis)
    await cache.set('b', 'z', 60_000)
    expect(await cache.get('b')).toBe('z')
    await vi.waitFor(async () => expect(await cache.get('left')).toBeNull(), patient)
    expect(await cache.get('guesses')).toBeNull()
    await expect(cache.check()).resolves.toBeUndefined()
  })

  it('never brings back a value that was deleted or replaced while Redis hung', async () => {
    const { redis, cache } = open()
    const { redis: otherRedis, cache: other } = open()
    await Promise.all([ready(redis), ready(otherRedis)])
    await cache.set('revoked', 'old', 60_000)
    await cache.set('changed', 'old', 60_000)
    await cache.set('kept', 'old', 60_000)
    // Disconnected, so that what is written below can't reach Redis late.
    redis.command.disconnect(true)
    await vi.waitFor(() => expect(redis.available).toBe(false), patient)
    await cache.delete('revoked')
    await cache.set('changed', 'new', 60_000)
    expect(await cache.get('revoked')).toBeNull()
    await ready(redis)
    await vi.waitFor(async () => expect(await other.get('revoked')).toBeNull(), patient)
    await vi.waitFor(async () => expect(await other.get('changed')).toBeNull(), patient)
    await vi.waitFor(async () => expect(await cache.get('changed')).toBeNull(), patient)
    expect(await cache.get('kept')).toBe('old')
    await cache.set('changed', 'newer', 60_000)
    expect(await other.get('changed')).toBe('newer')
  })

  it('does not wait for a Redis that hangs', async () => {
    const { redis, cache } = open()
    await ready(redis)
    server.pause()
    try {
      expect(await cache.get('a')).toBeNull()
      await expect(cache.check()).rejects.toThrow("Redis isn't responding")
    } finally {
      server.resume()
    }
  })
})
