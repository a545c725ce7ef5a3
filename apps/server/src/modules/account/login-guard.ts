import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@pennant/contract/problem'
import { loginDelay } from '@pennant/rules/account/login-delay'
import type { Core } from '../../core/core.ts'
import { createLoginQueues } from './login-queue.ts'

type Options = {
  delay?: (ms: number) => Promise<unknown>
  countedAs?: (address: string) => string
}
type Counter = { account: string; key: string }
type Failures = Counter & { count: number; lastAt: number }

export type LoginGuard = {
  /**
   * Accounts without a delay come first. Those that don't match are counted even if another one does. Throws
   * `account.tryLater` if none may be asked yet. `markOf`: a known browser, whose failures count apart.
   */
  attempt(
    accounts: readonly string[],
    address: string | null,
    isRight: (account: string) => Promise<boolean>,
    markOf?: (account: string) => string | null,
  ): Promise<string | null>
  /**
   * For callers who know the password: counted for the account as a whole, however many addresses they have.
   * `mark`: a known browser, whose failures count apart.
   */
  attemptSecond(account: string, mark: string | null, isRight: () => Promise<boolean>): Promise<boolean>
  forgive(account: string, address: string | null): Promise<void>
  /** Forgives the account's failures everywhere, in all processes. */
  lift(account: string): Promise<void>
}

type Lifted = { account: string; term: string }

const rememberMs = 3_600_000
// Those who know the password have time.
const rememberSecondMs = 86_400_000
const topic = 'login.lifted'
// Unreferenced: a delay must not hold up a stopping server.
const pause = (ms: number): Promise<unknown> => wait(ms, undefined, { ref: false })

// Per account and address, so that neither the owner elsewhere nor others at the address notice. After a
// failure, attempts pass one at a time, so that guessing in parallel is no faster.
export const createLoginGuard = (
  { bus, cache, clock }: Pick<Core, 'bus' | 'cache' | 'clock'>,
  { delay = pause, countedAs = (one) => one }: Options = {},
): LoginGuard => {
  const queues = createLoginQueues()
  // Failures are counted for a term. A new one forgets them all, under keys that nobody can list.
  const keep = ({ account, term }: Lifted): Promise<void> =>
    cache.set(termOf(account), term, rememberSecondMs)
  const keyFor = async (account: string, address: string): Promise<string> =>
    hashed(`${address} ${account}${(await cache.get(termOf(account))) ?? ''}`)
  const keyOf = (account: string, address: string | null): Promise<string> =>
    keyFor(account, address === null ? '' : countedAs(address))
  const keyOfMark = (account: string, mark: string): Promise<string> => keyFor(account, `browser ${mark}`)
  // A cache that can fail is shared, and has it already.
  bus.subscribe<Lifted>(topic, (lifted) => {
    keep(lifted).catch(() => undefined)
  })

  const failuresOf = async ({ account, key }: Counter): Promise<Failures> => {
    const [count, lastAt] = await Promise.all([cache.get(countOf(key)), cache.get(lastOf(key))])
    return { account, key, count: Number(count ?? 0), lastAt: Number(lastAt ?? 0) }
  }

  // Other processes may count at the same instant, so the time is written before the count it belongs to.
  const countFailure = async ({ key }: Counter, ms: number): Promise<void> => {
    await cache.set(lastOf(key), String(clock.now()), ms)
    await cache.increase(countOf(key), ms)
  }

  const forget = (key: string): Promise<void> => cache.delete(countOf(key))

  const attemptFor =
    (ms: number): LoginGuard['attempt'] =>
    async (accounts, address, isRight, markOf = () => null) => {
      const keys = await Promise.all(
        accounts.map(async (account) => {
          const mark = markOf(account)
          return { account, key: await (mark === null ? keyOf(account, address) : keyOfMark(account, mark)) }
        }),
      )
      const readAll = (): Promise<Failures[]> => Promise.all(keys.map(failuresOf))
      const before = await readAll()
      const attempt = async (): Promise<string | null> => {
        const asked = allowed(await readAll(), clock.now())
        let waited = 0
        for (const { failures, ms: wanted } of asked) {
          if (wanted > waited) await delay(wanted - waited)
          waited = Math.max(waited, wanted)
          if (!(await isRight(failures.account))) {
            await countFailure(failures, ms)
            continue
          }
          // Only this account's failures: the name may be the address of another user who is under attack.
          if (failures.count > 0) await forget(failures.key)
          return failures.account
        }
        return null
      }
      // In one order, so that attempts on several accounts never wait for each other.
      const queued = before
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .reduceRight<() => Promise<string | null>>(
          (work, { key, count }) =>
            () =>
              queues.pass(key, count > 0, work),
          attempt,
        )
      return queued()
    }
  const attemptSecond = attemptFor(rememberSecondMs)

  return {
    attempt: attemptFor(rememberMs),
    attemptSecond: async (account, mark, isRight) =>
      (await attemptSecond([secondOf(account)], null, isRight, () => mark)) !== null,

    forgive: async (account, address) => forget(await keyOf(account, address)),

    async lift(account) {
      for (const one of [account, secondOf(account)]) {
        const lifted = { account: one, term: randomUUID() }
        await keep(lifted)
        bus.publish<Lifted>(topic, lifted)
      }
      await bus.settled()
    },
  }
}

// A right password must not forgive wrong codes.
const secondOf = (account: string): string => `second ${account}`

// The shortest delay first.
const allowed = (all: readonly Failures[], now: number): { failures: Failures; ms: number }[] => {
  const delays = all.map((failures) => ({ failures, ...loginDelay(failures.count, failures.lastAt, now) }))
  const open = delays.filter((one) => one.kind === 'wait')
  if (open.length > 0) return open.toSorted((a, b) => a.ms - b.ms)
  const ends = delays.filter((one) => one.kind === 'refuse').map(({ untilMs }) => untilMs)
  throw tryLater(Math.min(...ends) - now)
}

const termOf = (account: string): string => `login term:${account}`
const hashed = (text: string): string => `login:${createHash('sha256').update(text).digest('base64url')}`

const countOf = (key: string): string => `${key} count`
const lastOf = (key: string): string => `${key} last`

const tryLater = (ms: number): Problem => {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Problem('account.tryLater', { seconds })
}
