import { describe, expect, it } from 'vitest'
import type { LimitPolicy } from '../../ports/limiter.ts'
import { memoryLimiter } from './memory.ts'

const window = { kind: 'window', permits: 5, windowMs: 60_000, segments: 6, queue: 0 } satisfies LimitPolicy
const bucket = { kind: 'bucket', capacity: 4, refill: 2, everyMs: 10_000, queue: 0 } satisfies LimitPolicy
const start = 1_700_000_040_000 - (1_700_000_040_000 % 60_000)

let now = start
const clock = { now: () => now }

describe('a memory limiter', () => {
  it('answers right away', () => {
    const limiter = memoryLimiter(clock)
    now = start
    for (const ok of [true, true, true, true, false]) expect(limiter.take('b', bucket, 'k').ok).toBe(ok)
    expect(limiter.peek('b', bucket, 'k')).toEqual({ ok: false, retryAfterMs: 10_000 })
  })

  it('forgets idle keys without being asked about them', () => {
    const limiter = memoryLimiter(clock)
    now = start
    for (let n = 0; n < 300; n++) limiter.take('w', window, `idle ${n}`)
    for (let n = 0; n < 300; n++) limiter.take('b', bucket, `idle too ${n}`)
    expect(limiter.size).toBe(600)
    now += 120_000
    for (let n = 0; n < 400; n++) limiter.take('w', window, 'busy')
    expect(limiter.size).toBe(1)
  })

  it('keeps no more keys than it may, and drops the least recently used', () => {
    const limiter = memoryLimiter(clock, 100)
    now = start
    for (let n = 0; n < 1000; n++) {
      limiter.take('w', { ...window, permits: 2000 }, 'busy')
      limiter.take('w', window, `key${n}`)
      expect(limiter.size).toBeLessThanOrEqual(100)
    }
    const { ok } = limiter.peek('w', { ...window, permits: 1000 }, 'busy')
    expect(ok).toBe(false)
  })

  it('remembers nothing of a look', () => {
    const limiter = memoryLimiter(clock)
    for (let n = 0; n < 100; n++) limiter.peek('b', bucket, `key${n}`)
    expect(limiter.size).toBe(0)
  })
})
