/** Values can disappear at any time. Only `check` ever throws. */
export type Cache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /** Of several concurrent callers, exactly one gets the value. */
  take(key: string): Promise<string | null>
  /** Atomic. The key then lives for `ttlMs` from now. */
  increase(key: string, ttlMs: number): Promise<void>
  touch(key: string, ttlMs: number): Promise<void>
  check(): Promise<void>
}

/** Of a cache that processes share, over a connection of its own. */
export type CacheFacts = {
  ping(): Promise<void>
  clock(): Promise<number>
  /** Whether a message on a channel of its own comes back. */
  echo(): Promise<boolean>
  /** What it drops when it is full; null if it drops nothing, or is never full. */
  evicts(): Promise<string | null>
  isCluster(): Promise<boolean>
  close(): Promise<void>
}
