import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { memoryBus } from '../../adapters/bus/memory.ts'
import { memoryCache } from '../../adapters/cache/memory.ts'
import { createLoginGuard } from './login-guard.ts'

const second = 1_000
const hour = 3_600_000
const here = '192.0.2.1'
const there = '198.51.100.1'

const world = () => {
  const clock = createTestClock()
  const delays: number[] = []
  const delay = async (ms: number): Promise<void> => {
    delays.push(ms)
    clock.advance(ms)
  }
  const guard = createLoginGuard({ bus: memoryBus(), cache: memoryCache(clock), clock }, { delay })
  const fail = (account = 'alice', address: string | null = here) =>
    guard.attempt([account], address, async () => false)
  const succeed = (account = 'alice', address: string | null = here) =>
    guard.attempt([account], address, async () => true)
  const failTimes = async (times: number, account?: string): Promise<void> => {
    for (let at = 0; at < times; at += 1) expect(await fail(account)).toBeNull()
  }
  const waited = async (account?: string, address?: string | null): Promise<number> => {
    delays.length = 0
    await succeed(account, address)
    return delays.reduce((sum, ms) => sum + ms, 0)
  }
  return { guard, clock, delays, fail, succeed, failTimes, waited }
}

const refusal = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => expect.fail('was not refused'),
    (problem: unknown) => problem,
  )

describe('the guard of codes', () => {
  const wrong = async (): Promise<boolean> => false
  const right = async (): Promise<boolean> => true

  it('counts them for the account, whatever the password step says', async () => {
    const { guard, succeed } = world()
    for (let at = 0; at < 12; at += 1) {
      expect(await guard.attemptSecond('alice', null, wrong)).toBe(false)
      await succeed('alice', at % 2 === 0 ? here : there)
    }
    expect(await refusal(guard.attemptSecond('alice', null, right))).toMatchObject({
      code: 'account.tryLater',
    })
    expect(await guard.attemptSecond('bob', null, right)).toBe(true)
    // Only the password can be tried on.
    expect(await succeed()).toBe('alice')
  })

  it('lets in a browser that is known, and everyone once the account is unlocked', async () => {
    const { guard } = world()
    for (let at = 0; at < 12; at += 1) await guard.attemptSecond('alice', null, wrong)
    expect(await guard.attemptSecond('alice', 'mark', right)).toBe(true)
    await guard.lift('alice')
    expect(await guard.attemptSecond('alice', null, right)).toBe(true)
  })
})

describe('the guard of logins', () => {
  it('slows down anyone who fails again and again', async () => {
    const { failTimes, delays } = world()
    await failTimes(12)
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000, 8000])
  })

  it('refuses after twelve failures, says for how long, and does not even look at the password', async () => {
    const { guard, failTimes, clock } = world()
    await failTimes(12)
    clock.advance(5 * second)
    const asked: string[] = []
    const attempt = guard.attempt(['alice'], here, async (account) => asked.push(account) > 0)
    expect(await refusal(attempt)).toMatchObject({
      code: 'account.tryLater',
      status: 429,
      retryAfter: 10,
      params: { seconds: 10 },
    })
    expect(asked).toEqual([])
  })

  it('lets a slow attempt pass after that, and twice the time later after another failure', async () => {
    const { fail, failTimes, clock } = world()
    await failTimes(12)
    clock.advance(15 * second)
    expect(await fail()).toBeNull()
    expect(await refusal(fail())).toMatchObject({ retryAfter: 30 })
  })

  it('forgets failures with the right password', async () => {
    const { failTimes, succeed, waited } = world()
    await failTimes(5)
    expect(await succeed()).toBe('alice')
    expect(await waited()).toBe(0)
  })

  it('forgets failures an hour after the last', async () => {
    const { failTimes, waited, clock } = world()
    await failTimes(8)
    clock.advance(hour)
    expect(await waited()).toBe(0)
  })

  it('remembers wrong codes for a day, also after the time of wrong passwords', async () => {
    const { guard, clock, delays } = world()
    const wrong = (): Promise<boolean> => guard.attemptSecond('alice', null, async () => false)
    for (let at = 0; at < 8; at += 1) await wrong()
    clock.advance(20 * hour)
    delays.length = 0
    await wrong()
    expect(delays).toEqual([8_000])
    await guard.lift('alice')
    clock.advance(20 * hour)
    delays.length = 0
    await wrong()
    expect(delays).toEqual([])
    clock.advance(24 * hour)
    await wrong()
    expect(delays).toEqual([])
  })

  it('forgets failures of anyone who has proved otherwise to own the account', async () => {
    const { guard, failTimes, waited } = world()
    await failTimes(12)
    await guard.forgive('alice', there)
    await expect(waited()).rejects.toMatchObject({ code: 'account.tryLater' })
    await guard.forgive('alice', here)
    expect(await waited()).toBe(0)
  })

  it('concerns one account and one address only', async () => {
    const { failTimes, waited } = world()
    await failTimes(12)
    expect(await waited('bob', here)).toBe(0)
    expect(await waited('alice', there)).toBe(0)
    expect(await waited('alice', null)).toBe(0)
  })
})

describe('attempts at the same time', () => {
  it('all pass, however many, for anyone who knows the password', async () => {
    const { succeed, waited } = world()
    const results = await Promise.all(Array.from({ length: 200 }, () => succeed()))
    expect(new Set(results)).toEqual(new Set(['alice']))
    expect(await waited()).toBe(0)
  })

  it('also pass after a failure', async () => {
    const { fail, succeed } = world()
    await fail()
    const results = await Promise.all(Array.from({ length: 100 }, () => succeed()))
    expect(new Set(results)).toEqual(new Set(['alice']))
  })

  it('buy a guesser nothing: no more guesses than one after the other', async () => {
    const { guard, delays } = world()
    let guesses = 0
    let atOnce = 0
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () =>
        guard.attempt(['alice'], here, async () => {
          guesses += 1
          atOnce += 1
          await new Promise((resolve) => setImmediate(resolve))
          atOnce -= 1
          if (guesses > 4) expect(atOnce).toBe(0)
          return false
        }),
      ),
    )
    expect(guesses).toBeLessThanOrEqual(15)
    expect(delays.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(30 * second)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(200 - guesses)
  })

  it('are refused where too many wait', async () => {
    const { guard } = world()
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const attempts = Array.from({ length: 300 }, () =>
      guard.attempt(['alice'], here, async () => {
        await gate
        return true
      }),
    )
    const outcomes = Promise.allSettled(attempts)
    await new Promise((resolve) => setImmediate(resolve))
    release()
    const statuses = (await outcomes).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(260)
  })

  it('go on after one that broke', async () => {
    const { guard, succeed } = world()
    const broken = guard.attempt(['alice'], here, async () => {
      throw new Error('the database is away')
    })
    await expect(broken).rejects.toThrow('the database is away')
    expect(await Promise.all([succeed(), succeed(), succeed(), succeed(), succeed()])).toHaveLength(5)
  })
})

describe('an account that is unlocked', () => {
  it('is free of its failures everywhere, in all processes, and counts new ones', async () => {
    const clock = createTestClock()
    const bus = memoryBus()
    const delays: number[] = []
    const delay = async (ms: number): Promise<number> => delays.push(ms)
    const processes = [1, 2].map(() => createLoginGuard({ bus, cache: memoryCache(clock), clock }, { delay }))
    const fail = async (): Promise<void> => {
      for (const guard of processes)
        for (const address of [here, there]) await guard.attempt(['alice'], address, async () => false)
    }
    for (let times = 0; times < 6; times += 1) await fail()
    expect(delays).not.toEqual([])
    delays.length = 0

    await processes[0]?.lift('alice')
    await new Promise((heard) => setImmediate(heard))
    for (let times = 0; times < 3; times += 1) await fail()
    expect(delays).toEqual([])
    await fail()
    expect(delays).toEqual([250, 250, 250, 250])
  })
})

describe('attempts at two processes', () => {
  it('that fail at the same instant are all counted', async () => {
    const clock = createTestClock()
    const cache = memoryCache(clock)
    const delays: number[] = []
    const delay = async (ms: number): Promise<number> => delays.push(ms)
    const processes = [1, 2, 3, 4, 5].map(() =>
      createLoginGuard({ bus: memoryBus(), cache, clock }, { delay }),
    )
    const atOnce = await Promise.all(
      processes.map((guard) => guard.attempt(['alice'], here, async () => false)),
    )
    expect(atOnce).toEqual([null, null, null, null, null])
    expect(delays).toEqual([])
    await processes[0]?.attempt(['alice'], here, async () => true)
    expect(delays).toEqual([1000])
  })
})

describe('a name that is also the address of somebody else', () => {
  const both = (own: string | null) => (account: string) => Promise.resolve(account === own)

  it('lets each of the two in', async () => {
    const { guard } = world()
    expect(await guard.attempt(['namesake', 'alice'], here, both('alice'))).toBe('alice')
    expect(await guard.attempt(['namesake', 'alice'], here, both('namesake'))).toBe('namesake')
  })

  it('does not slow down the one by logins of the other', async () => {
    const { guard, delays } = world()
    for (let at = 0; at < 20; at += 1)
      expect(await guard.attempt(['namesake', 'alice'], here, both('alice'))).toBe('alice')
    expect(delays).toEqual([])
  })

  it('counts a wrong password against both', async () => {
    const { guard, waited } = world()
    for (let at = 0; at < 4; at += 1) await guard.attempt(['namesake', 'alice'], here, both(null))
    expect(await waited('alice')).toBe(500)
    expect(await waited('namesake')).toBe(500)
  })

  it('is no way to wipe out the failures of the other', async () => {
    const { guard, waited } = world()
    for (let at = 0; at < 6; at += 1) {
      await guard.attempt(['namesake', 'alice'], here, both(null))
      await guard.attempt(['namesake', 'alice'], here, both('namesake'))
    }
    expect(await waited('alice')).toBe(2000)
  })

  it('locks out the one no more than the other', async () => {
    const { guard, failTimes } = world()
    await failTimes(12, 'namesake')
    const asked: string[] = []
    const found = await guard.attempt(['namesake', 'alice'], here, async (account) => {
      asked.push(account)
      return account === 'alice'
    })
    expect(found).toBe('alice')
    expect(asked).toEqual(['alice'])
  })
})
