import type { LimitPolicy, Permit } from '../../ports/limiter.ts'

export type WindowPolicy = Extract<LimitPolicy, { kind: 'window' }>

/** Permits taken, by the number of their segment; ascending. */
export type WindowCount = { segment: number; taken: number }[]

/** Permits return when their segment leaves the window. Segments count from the epoch, in all processes. */
export function takeFromWindow(count: WindowCount, policy: WindowPolicy, now: number, take: boolean): Permit {
  const { permits, segments } = policy
  const span = policy.windowMs / segments
  const current = Math.floor(now / span)
  while (count[0] !== undefined && count[0].segment <= current - segments) count.shift()
  let total = 0
  for (const each of count) {
    // After the clock was set back, nothing may seem to come from the future and stay forever.
    if (each.segment > current) each.segment = current
    total += each.taken
  }
  if (total < permits) {
    if (take) addTo(count, current)
    return { ok: true }
  }
  for (const { segment, taken } of count) {
    total -= taken
    if (total < permits) return { ok: false, retryAfterMs: Math.ceil((segment + segments) * span - now) }
  }
  return { ok: false, retryAfterMs: policy.windowMs }
}

export function windowIdleAt(count: WindowCount, policy: WindowPolicy): number {
  const last = count.at(-1)
  return last === undefined ? 0 : (last.segment + policy.segments) * (policy.windowMs / policy.segments)
}

function addTo(count: WindowCount, segment: number): void {
  const last = count.at(-1)
  if (last?.segment === segment) last.taken++
  else count.push({ segment, taken: 1 })
}

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

export function bucketIdleAt(count: BucketCount, policy: BucketPolicy): number {
  return count.filledAt + Math.ceil((policy.capacity - count.tokens) / policy.refill) * policy.everyMs
}

/** Counts of a policy that has changed since are void. */
export function shapeOf(policy: LimitPolicy): string {
  return policy.kind === 'window'
    ? `window ${policy.windowMs}/${policy.segments}`
    : `bucket ${policy.capacity}+${policy.refill}/${policy.everyMs}`
}
