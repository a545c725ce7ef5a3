import { ratePolicies, type RateLimitName, type RatePolicy } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Limiter, LimitPolicy, OwnLimiter, Permit } from '../ports/limiter.ts'

/** `address` is left out for people, who don't share a limit. */
export type Counted = { key: string; address?: string | null }

export type Addresses = {
  policyAt<Policy extends RatePolicy>(policy: Policy, address: string | null): Policy
  noteRefused(address: string | null): void
}

export type Opening = 'open' | 'session' | 'unsigned session' | 'token' | 'container'

/** `person`: known without a look-up; they don't share the limit of their address. `counted`: what is known already. */
type Opener = { address: string | null; person?: string | undefined } | { counted: Counted }

/** Per process, for what memory answers and whatever costs a look-up. Throws `request.tooMany`. */
export type OpenLimit = (what: Opening, who: Opener) => void

export const createOpenLimit =
  (
    limiter: OwnLimiter,
    countedAs: (address: string | null) => string | null,
    addresses: Addresses,
  ): OpenLimit =>
  (what, who) => {
    const counted = 'counted' in who ? who.counted : countedFor(who, countedAs)
    if (counted === null) return
    const policy = policyOf(addresses, ratePolicies.open, counted)
    const permit = limiter.take(what, policy, counted.key)
    if (!permit.ok) throw refusal(addresses, counted, tooMany(policy, permit.retryAfterMs))
  }

const countedFor = (
  { address, person }: Exclude<Opener, { counted: Counted }>,
  countedAs: (address: string | null) => string | null,
): Counted | null => {
  const network = countedAs(address)
  if (network === null) return null
  return person === undefined ? { key: `address:${network}`, address } : { key: person }
}

type Leave = () => void

/** A request beyond the limit waits while the policy's queue has room; only then it is refused. */
export type RateLimits = {
  /** `onWait` is called before a wait, which ends with its signal. Throws `request.tooMany`. */
  enter(name: RateLimitName | 'global', counted: Counted, onWait: () => AbortSignal): Leave | Promise<Leave>
}

export const createRateLimits = (limiter: Limiter, addresses: Addresses): RateLimits => {
  const waiting = new Map<string, number>()
  const busy = new Map<string, Turnstile>()

  const count = (slot: string, by: 1 | -1): void => {
    const next = (waiting.get(slot) ?? 0) + by
    if (next === 0) waiting.delete(slot)
    else waiting.set(slot, next)
  }

  const waitForPermit = async (
    name: string,
    policy: LimitPolicy,
    counted: Counted,
    onWait: () => AbortSignal,
    first: Permit,
  ): Promise<Leave> => {
    const slot = slotOf(name, counted)
    const signal = onWait()
    let permit = first
    count(slot, 1)
    try {
      do {
        await pause(Math.max(50, permit.ok ? 0 : permit.retryAfterMs), signal)
        permit = await limiter.take(name, policy, counted.key)
      } while (!permit.ok)
    } finally {
      count(slot, -1)
    }
    return stay
  }

  const takePermit = (
    name: string,
    policy: LimitPolicy,
    counted: Counted,
    onWait: () => AbortSignal,
  ): Leave | Promise<Leave> => {
    // Requests that already wait go first.
    const behind = waiting.size > 0 && waiting.has(slotOf(name, counted))
    const proceed = (permit: Permit): Leave | Promise<Leave> => {
      if (permit.ok && !behind) return stay
      if ((waiting.get(slotOf(name, counted)) ?? 0) >= policy.queue)
        throw refusal(addresses, counted, tooMany(policy, permit.ok ? 0 : permit.retryAfterMs))
      return waitForPermit(name, policy, counted, onWait, permit)
    }
    const permit = behind ? limiter.peek(name, policy, counted.key) : limiter.take(name, policy, counted.key)
    return permit instanceof Promise ? permit.then(proceed) : proceed(permit)
  }

  const passTurnstile = (
    slot: string,
    policy: Turnstiles,
    counted: Counted,
    onWait: () => AbortSignal,
  ): Leave | Promise<Leave> => {
    const turnstile = busy.get(slot) ?? { inside: 0, queue: [] }
    busy.set(slot, turnstile)
    const leave = (): void => {
      const next = turnstile.queue.shift()
      if (next !== undefined) next()
      else if (--turnstile.inside === 0) busy.delete(slot)
    }
    if (turnstile.inside < policy.permits) {
      turnstile.inside++
      return leave
    }
    if (turnstile.queue.length >= policy.queue)
      throw refusal(addresses, counted, new Problem('request.tooMany', { seconds: 1 }))
    onWait()
    return new Promise((resolve) => turnstile.queue.push(() => resolve(leave)))
  }

  return {
    enter(name, counted, onWait) {
      const policy = policyOf(addresses, ratePolicies[name], counted)
      return policy.kind === 'concurrency'
        ? passTurnstile(slotOf(name, counted), policy, counted, onWait)
        : takePermit(name, policy, counted, onWait)
    },
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })

type Turnstile = { inside: number; queue: (() => void)[] }
type Turnstiles = Extract<RatePolicy, { kind: 'concurrency' }>

const stay: Leave = () => undefined

const slotOf = (name: string, { key }: Counted): string => `${name} ${key}`

const policyOf = <Policy extends RatePolicy>(
  { policyAt }: Addresses,
  policy: Policy,
  { address }: Counted,
): Policy => (address === undefined ? policy : policyAt(policy, address))

const refusal = ({ noteRefused }: Addresses, { address }: Counted, problem: Problem): Problem => {
  if (address !== undefined) noteRefused(address)
  return problem
}

// Compatible clients expect a minute for windows, and one refill for buckets.
const tooMany = (policy: LimitPolicy, retryAfterMs: number): Problem => {
  const ms = policy.kind === 'window' ? 60_000 : Math.max(retryAfterMs, policy.everyMs)
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Problem('request.tooMany', { seconds })
}
