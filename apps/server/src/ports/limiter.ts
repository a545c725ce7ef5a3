/** Rate limits, counted per key. */
export type LimitPolicy =
  | { kind: 'window'; permits: number; windowMs: number; segments: number; queue: number }
  | { kind: 'bucket'; capacity: number; refill: number; everyMs: number; queue: number }

/** `retryAfterMs`: until the next permit returns, which another may then take. */
export type Permit = { ok: true } | { ok: false; retryAfterMs: number }

export type Limiter = {
  /** Takes one permit of `policy` for `key`, at once or not at all: a policy's queue is the caller's business. */
  take(name: string, policy: LimitPolicy, key: string): Promise<Permit>
  /** Says whether `take` would succeed, without taking. */
  peek(name: string, policy: LimitPolicy, key: string): Promise<Permit>
  /** Forgets what was counted. */
  reset(name: string, key: string): Promise<void>
}
