/** Small values that may be forgotten at any time, also for want of a cache: only `check` ever throws. */
export type Cache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /** Takes the value out: of several callers at once, exactly one gets it. */
  take(key: string): Promise<string | null>
  /** Counts one more at the key, which lives that long from now: of several callers at once, each is counted. */
  increase(key: string, ttlMs: number): Promise<void>
  /** Extends the life of a key that exists. */
  touch(key: string, ttlMs: number): Promise<void>
  /** Throws when the cache cannot be used. */
  check(): Promise<void>
}
