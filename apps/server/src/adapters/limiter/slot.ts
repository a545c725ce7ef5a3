import type { LimitPolicy } from '../../ports/limiter.ts'

export const slotOf = (name: string, key: string): string => `${encodeURIComponent(name)}:${key}`

/** Counts of a policy that has changed since are void. */
export function shapeOf(policy: LimitPolicy): string {
  return policy.kind === 'window'
    ? `window ${policy.windowMs}/${policy.segments}`
    : `bucket ${policy.capacity}+${policy.refill}/${policy.everyMs}`
}
