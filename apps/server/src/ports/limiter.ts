/** Rate limits, counted per key. */
export type LimitPolicy =
  | { kind: 'window'; permits: number; windowMs: number; segments: number; queue: number }
  | { kind: 'bucket'; capacity: number; refill: number; everyMs: number; queue: number }

export type Permit = { ok: true } | { ok: false; retryAfterMs: number }

export type Limiter = {
  /** Takes one permit of `policy` for `key`. */
  take(name: string, policy: LimitPolicy, key: string): Promise<Permit>
  /** Says whether `take` would succeed, without taking. */
  peek(name: string, policy: LimitPolicy, key: string): Promise<Permit>
  /** Forgets what was counted. */
  reset(name: string, key: string): Promise<void>
}
