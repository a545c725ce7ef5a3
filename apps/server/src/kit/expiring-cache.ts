import { LRUCache } from 'lru-cache'

type Options = { clock: { now(): number }; keepMs: number; most: number }

/**
 * Keeps `most` entries, each for `keepMs` by `clock`, and drops those unused for longest first. What is set at
 * time 0 never expires, so a clock of a test begins later.
 */
export const createExpiringCache = <
  Key extends string | number,
  Value extends object | string | number | boolean,
>({
  clock,
  keepMs,
  most,
}: Options): LRUCache<Key, Value> =>
  // lru-cache still answers an entry that is as old as its `ttl`.
  new LRUCache({ max: most, ttl: keepMs - 1, ttlResolution: 0, perf: clock })
