import { LRUCache } from 'lru-cache'
import { bounded } from '../../kit/expiring-cache.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limiter, LimitPolicy, Permit } from '../../ports/limiter.ts'
import {
  type BucketCount,
  bucketIdleAt,
  shapeOf,
  takeFromBucket,
  takeFromWindow,
  type WindowCount,
  windowIdleAt,
} from './policy.ts'

export type MemoryLimiter = {
  [Member in keyof Limiter]: (...asked: Parameters<Limiter[Member]>) => Permit
} & { readonly size: number }

type Counter = BucketCount & { name: string; policy: LimitPolicy; window: WindowCount }

const forgottenAtOnce = 3
// Anyone who comes back soon shouldn't have to be remembered again.
const idleMs = 30_000

/** Of too many keys the least recently used go first. Each call forgets a few of those that are idle. */
export function memoryLimiter(clock: Clock, capacity = 50_000): MemoryLimiter {
  const countersOf = new LRUCache<string, Counter[]>(bounded(capacity))
  let nextForgottenAt = 0

  const forgetIdle = (now: number): void => {
    for (let step = 0; step < forgottenAtOnce && nextForgottenAt <= now; step++) {
      const [oldest] = countersOf.rkeys()
      if (oldest === undefined) return
      const forgottenAt = Math.max(...(countersOf.peek(oldest) ?? []).map(idleAt)) + idleMs
      if (forgottenAt > now) nextForgottenAt = forgottenAt
      else countersOf.delete(oldest)
    }
  }

  return {
    get size() {
      return countersOf.size
    },
    take(name, policy, key) {
      const now = clock.now()
      forgetIdle(now)
      const counters = countersOf.get(key) ?? []
      const known = counters.find((counter) => counter.name === name)
      if (known !== undefined && isLike(known.policy, policy)) return count(known, policy, now, true)
      const counter = emptyCounter(name, policy, now)
      countersOf.set(key, [...counters.filter((one) => one !== known), counter])
      return count(counter, policy, now, true)
    },
    peek(name, policy, key) {
      const known = countersOf.peek(key)?.find((counter) => counter.name === name)
      return known !== undefined && isLike(known.policy, policy)
        ? count(known, policy, clock.now(), false)
        : { ok: true }
    },
  }
}

const emptyCounter = (name: string, policy: LimitPolicy, now: number): Counter => ({
  name,
  policy,
  window: [],
  tokens: policy.kind === 'bucket' ? policy.capacity : 0,
  filledAt: now,
})

const isLike = (before: LimitPolicy, now: LimitPolicy): boolean =>
  before === now || shapeOf(before) === shapeOf(now)

const count = (counter: Counter, policy: LimitPolicy, now: number, take: boolean): Permit =>
  policy.kind === 'window'
    ? takeFromWindow(counter.window, policy, now, take)
    : takeFromBucket(counter, policy, now, take)

const idleAt = ({ policy, window, tokens, filledAt }: Counter): number =>
  policy.kind === 'window' ? windowIdleAt(window, policy) : bucketIdleAt({ tokens, filledAt }, policy)
