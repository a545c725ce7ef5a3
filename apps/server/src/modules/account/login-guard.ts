import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@pennant/contract/problem'
import { loginDelay } from '@pennant/rules/account/login-delay'
import type { Cache } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'

type Needs = { cache: Cache; clock: Clock; delay?: (ms: number) => Promise<unknown> }
type Failures = { count: number; lastAt: number }

const rememberMs = 3_600_000
const inFlight = 4
/** Somebody who knows the password may come many times at once, as scripts do; a guesser may not. */
const longQueue = 256
const shortQueue = 8

/**
 * Slows down whoever guesses passwords: per account and address, so that neither the owner of the account
 * elsewhere nor others at the same address notice. Attempts on one pair pass a few at a time and, after a
 * failure, one at a time, so that guessing in parallel is no faster.
 */
export const createLoginGuard = ({ cache, clock, delay = (ms) => wait(ms) }: Needs) => {
  const gates = new Map<string, Gate>()

  const read = async (key: string): Promise<Failures> => {
    const text = await cache.get(key)
    if (text === null) return { count: 0, lastAt: 0 }
    return JSON.parse(text) as Failures
  }

  /** Runs `attempt`, which tells whether the password was right. */
  return async <T extends { right: boolean }>(
    account: string,
    address: string | null,
    attempt: () => Promise<T>,
  ): Promise<T> => {
    const pair = createHash('sha256').update(`${address ?? ''} ${account}`).digest('base64url')
    const key = `login:${pair}`
    const gate = gates.get(pair) ?? { inside: 0, failing: false, queue: [] }
    gates.set(pair, gate)
    await enter(gate)
    try {
      const failures = await read(key)
      const penalty = loginDelay(failures.count, failures.lastAt, clock.now())
      if (penalty.kind === 'refuse') throw later(penalty.untilMs - clock.now())
      if (penalty.ms > 0) await delay(penalty.ms)
      const outcome = await attempt()
      gate.failing = !outcome.right
      if (outcome.right) {
        if (failures.count > 0) await cache.delete(key)
      } else {
        const { count } = await read(key)
        await cache.set(key, JSON.stringify({ count: count + 1, lastAt: clock.now() }), rememberMs)
      }
      return outcome
    } finally {
      leave(gate)
      if (gate.inside === 0 && gate.queue.length === 0) gates.delete(pair)
    }
  }
}

type Gate = { inside: number; failing: boolean; queue: (() => void)[] }

const room = (gate: Gate): boolean => gate.inside < (gate.failing ? 1 : inFlight)

const enter = async (gate: Gate): Promise<void> => {
  if (room(gate)) {
    gate.inside++
    return
  }
  if (gate.queue.length >= (gate.failing ? shortQueue : longQueue)) throw later(5_000)
  // Whoever leaves hands over the place.
  await new Promise<void>((resolve) => gate.queue.push(resolve))
}

const leave = (gate: Gate): void => {
  gate.inside--
  while (room(gate)) {
    const next = gate.queue.shift()
    if (next === undefined) return
    gate.inside++
    next()
  }
}

const later = (ms: number): Problem => {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Problem('account.tryLater', { seconds }, { retryAfter: seconds })
}
