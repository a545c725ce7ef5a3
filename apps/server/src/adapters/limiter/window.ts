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
  // After the clock was set back, nothing may seem to come from the future and stay forever.
  for (const each of count) each.segment = Math.min(each.segment, current)

  let total = count.reduce((sum, { taken }) => sum + taken, 0)
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
