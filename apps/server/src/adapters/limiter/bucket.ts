import type { LimitPolicy, Permit } from '../../ports/limiter.ts'

export type BucketPolicy = Extract<LimitPolicy, { kind: 'bucket' }>

export type BucketCount = { tokens: number; filledAt: number }

/** Refills in one go after every period, which begins when a full bucket is first used. */
export function takeFromBucket(count: BucketCount, policy: BucketPolicy, now: number, take: boolean): Permit {
  const { capacity, refill, everyMs } = policy
  // After the clock was set back, a refill must not be far away.
  count.filledAt = Math.min(count.filledAt, now)
  const periods = Math.floor((now - count.filledAt) / everyMs)
  count.tokens = Math.min(capacity, count.tokens + periods * refill)
  count.filledAt = count.tokens >= capacity ? now : count.filledAt + periods * everyMs
  if (count.tokens >= 1) {
    if (take) count.tokens--
    return { ok: true }
  }
  const needed = Math.ceil((1 - count.tokens) / refill)
  return { ok: false, retryAfterMs: Math.ceil(count.filledAt + needed * everyMs - now) }
}

export const fullBucket = (policy: BucketPolicy, now: number): BucketCount => ({
  tokens: policy.capacity,
  filledAt: now,
})

export function bucketIdleAt(count: BucketCount, policy: BucketPolicy): number {
  return count.filledAt + Math.ceil((policy.capacity - count.tokens) / policy.refill) * policy.everyMs
}
