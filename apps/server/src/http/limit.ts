import { setTimeout as wait } from 'node:timers/promises'
import { ratePolicies, type RateLimitName, type RatePolicy } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Limiter, LimitPolicy } from '../ports/limiter.ts'

export type Opening = 'hub' | 'session' | 'unsigned session' | 'token' | 'container'

/** `userId`: known without a look-up; such users don't share the limit of their address. */
type Opener = { address: string | null; userId?: string | undefined }

/** Per process, for whatever costs a look-up or opens a connection. Throws `request.tooMany`. */
export type OpenLimit = (what: Opening, who: Opener) => Promise<void>

export const createOpenLimit =
  (limiter: Pick<Limiter, 'take'>, countedAs: (address: string | null) => string | null): OpenLimit =>
  async (what, { address, userId }) => {
    const network = countedAs(address)
    if (network === null) return
    const key = userId === undefined ? `address:${network}` : `user:${userId}`
    const permit = await limiter.take(`open ${what}`, ratePolicies.open, key)
    if (!permit.ok) throw tooMany(ratePolicies.open, permit.retryAfterMs)
  }

/** A request beyond the limit waits while the policy's queue has room; only then it is refused. */
export type RateLimits = {
  enter(
    name: RateLimitName | 'global',
    key: string,
    signal: AbortSignal,
    onWait?: () => void,
  ): Promise<() => void>
}

export const createRateLimits = (limiter: Limiter): RateLimits => {
  const waiting = new Map<string, number>()
  const busy = new Map<string, Turnstile>()

  const count = (slot: string, by: 1 | -1): void => {
    const next = (waiting.get(slot) ?? 0) + by
    if (next === 0) waiting.delete(slot)
    else waiting.set(slot, next)
  }

  const takePermit = async (
    name: string,
    policy: LimitPolicy,
    key: string,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<void> => {
    const slot = `${name} ${key}`
    // Requests that already wait go first.
    const behind = waiting.has(slot)
    let permit = behind ? await limiter.peek(name, policy, key) : await limiter.take(name, policy, key)
    if (permit.ok && !behind) return
    if ((waiting.get(slot) ?? 0) >= policy.queue) throw tooMany(policy, permit.ok ? 0 : permit.retryAfterMs)
    count(slot, 1)
    onWait()
    try {
      do {
        await wait(Math.max(50, permit.ok ? 0 : permit.retryAfterMs), undefined, { signal }).catch(() =>
          signal.throwIfAborted(),
        )
        permit = await limiter.take(name, policy, key)
      } while (!permit.ok)
    } finally {
      count(slot, -1)
    }
  }

  return {
    async enter(name, key, signal, onWait = () => undefined) {
      const policy: RatePolicy = ratePolicies[name]
      if (policy.kind !== 'concurrency') {
        await takePermit(name, policy, key, signal, onWait)
        return () => undefined
      }
      const slot = `${name} ${key}`
      const turnstile = busy.get(slot) ?? { inside: 0, queue: [] }
      busy.set(slot, turnstile)
      await passTurnstile(turnstile, policy, onWait)
      return () => {
        const next = turnstile.queue.shift()
        if (next !== undefined) next()
        else if (--turnstile.inside === 0) busy.delete(slot)
      }
    },
  }
}

type Turnstile = { inside: number; queue: (() => void)[] }

const passTurnstile = async (
  turnstile: Turnstile,
  policy: Extract<RatePolicy, { kind: 'concurrency' }>,
  onWait: () => void,
): Promise<void> => {
  if (turnstile.inside < policy.permits) {
    turnstile.inside++
    return
  }
  if (turnstile.queue.length >= policy.queue) throw new Problem('request.tooMany', { seconds: 1 })
  onWait()
  await new Promise<void>((resolve) => turnstile.queue.push(resolve))
}

// Compatible clients expect a minute for windows, and one refill for buckets.
const tooMany = (policy: LimitPolicy, retryAfterMs: number): Problem => {
  const ms = policy.kind === 'window' ? 60_000 : Math.max(retryAfterMs, policy.everyMs)
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Problem('request.tooMany', { seconds })
}
