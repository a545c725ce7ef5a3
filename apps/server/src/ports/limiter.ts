export type LimitPolicy =
  | { kind: 'window'; permits: number; windowMs: number; segments: number; queue: number }
  | { kind: 'bucket'; capacity: number; refill: number; everyMs: number; queue: number }

/** `retryAfterMs`: until the next permit, which another caller may take. */
export type Permit = { ok: true } | { ok: false; retryAfterMs: number }

/** For what each process counts alone. */
export type OwnLimiter = { take(name: string, policy: LimitPolicy, key: string): Permit }

/** Answers right away where this process counts alone. */
export type Limiter = {
  /** Never waits: the policy's queue is up to the caller. */
  take(name: string, policy: LimitPolicy, key: string): Permit | Promise<Permit>
  peek(name: string, policy: LimitPolicy, key: string): Permit | Promise<Permit>
}
