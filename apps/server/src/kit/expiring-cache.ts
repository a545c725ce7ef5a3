import { LRUCache } from 'lru-cache'

/** Unlike `max`, it takes no memory for entries that never come: tens of megabytes, and as many milliseconds. */
export const bounded = (most: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: most,
  sizeCalculation: () => 1,
})

type Options = { clock: { now(): number }; keepMs: number; most: number }

/** An entry that is set at time 0 never expires, so test clocks must start later. */
export const createExpiringCache = <
  Key extends string | number,
  Value extends object | string | number | boolean,
>({
  clock,
  keepMs,
  most,
}: Options): LRUCache<Key, Value> =>
  new LRUCache({
    ...bounded(most),
    // lru-cache still returns an entry that is exactly as old as its `ttl`.
    ttl: keepMs - 1,
    ttlResolution: 0,
    perf: clock,
  })
