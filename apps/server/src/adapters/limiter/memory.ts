import type { Clock } from '../../ports/clock.ts'
import type { Limiter, LimitPolicy, Permit } from '../../ports/limiter.ts'
import {
  type BucketCount,
  type WindowCount,
  bucketIdleAt,
  fullBucket,
  shapeOf,
  slotOf,
  takeFromBucket,
  takeFromWindow,
  windowIdleAt,
} from './policy.ts'

type Counter = { shape: string; idleAt: number; window: WindowCount; bucket: BucketCount | null }

/** Each call forgets a few idle keys; of too many keys the least recently used go first. */
export function memoryLimiter(clock: Clock, capacity = 50_000): Limiter & { readonly size: number } {
  const counters = new Map<string, Counter>()
  let sweep = counters.entries()

  const forgetIdle = (now: number): void => {
    for (let step = 0; step < 3; step++) {
      const next = sweep.next()
      if (next.done === true) {
        sweep = counters.entries()
        return
      }
      const [slot, counter] = next.value
      if (counter.idleAt <= now) counters.delete(slot)
    }
  }

  const keep = (slot: string, counter: Counter): void => {
    counters.delete(slot)
    counters.set(slot, counter)
    const oldest = counters.keys().next()
    if (counters.size > capacity && oldest.done !== true) counters.delete(oldest.value)
  }

  const ask = (name: string, policy: LimitPolicy, key: string, take: boolean): Permit => {
    const now = clock.now()
    forgetIdle(now)
    const slot = slotOf(name, key)
    const shape = shapeOf(policy)
    const known = counters.get(slot)
    const counter = known?.shape === shape ? known : { shape, idleAt: 0, window: [], bucket: null }
    const permit = count(counter, policy, now, take)
    if (permit.ok && take) keep(slot, counter)
    return permit
  }

  return {
    get size() {
      return counters.size
    },
    take: async (name, policy, key) => ask(name, policy, key, true),
    peek: async (name, policy, key) => ask(name, policy, key, false),
    async reset(name, key) {
      counters.delete(slotOf(name, key))
    },
  }
}

function count(counter: Counter, policy: LimitPolicy, now: number, take: boolean): Permit {
  if (policy.kind === 'window') {
    const permit = takeFromWindow(counter.window, policy, now, take)
    counter.idleAt = windowIdleAt(counter.window, policy)
    return permit
  }
  counter.bucket ??= fullBucket(policy, now)
  const permit = takeFromBucket(counter.bucket, policy, now, take)
  counter.idleAt = bucketIdleAt(counter.bucket, policy)
  return permit
}
