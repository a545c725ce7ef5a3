import { describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { createTestClock } from '../../../../tests/kit/clock.ts'
import { memoryLimiter } from '../adapters/limiter/memory.ts'
import type { Limiter } from '../ports/limiter.ts'
import { type Addresses, createOpenLimit, createRateLimits, type RateLimits } from './limit.ts'

const noVenues: Addresses = { policyAt: (policy) => policy, noteRefused: () => undefined }

type Name = Parameters<RateLimits['enter']>[0]

const world = (limiter: Limiter = memoryLimiter(createTestClock())) => {
  const rateLimits = createRateLimits(limiter, noVenues)
  const patient = new AbortController()
  const enter = async (name: Name, key = 'a', signal = patient.signal) =>
    rateLimits.enter(name, { key }, () => signal)
  const enterTimes = (times: number, name: Name, key = 'a') =>
    Promise.all(Array.from({ length: times }, () => enter(name, key)))
  return { rateLimits, patient, enter, enterTimes }
}

const refusal = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => expect.fail('was let in'),
    (error: unknown) => error,
  )
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a bucket', () => {
  it('lets as many in as it holds, then refuses with the time of one refill', async () => {
    const { enter, enterTimes } = world()
    await enterTimes(ratePolicies.query.capacity, 'query')
    expect(await refusal(enter('query'))).toMatchObject({
      code: 'request.tooMany',
      status: 429,
      retryAfter: 10,
      params: { seconds: 10 },
    })
  })

  it('is one for each key', async () => {
    const { enter, enterTimes } = world()
    await enterTimes(ratePolicies.query.capacity, 'query')
    expect(await enter('query', 'b')).toBeTypeOf('function')
    expect(await enter('submit')).toBeTypeOf('function')
  })
})

describe('a window', () => {
  it('lets some wait when it is full, refuses the rest for a minute, and forgets who goes away', async () => {
    const { enter, enterTimes } = world()
    const { permits, queue } = ratePolicies.register
    await enterTimes(permits, 'register')
    const leaving = Array.from({ length: queue }, () => new AbortController())
    const waiting = leaving.map(({ signal }) => refusal(enter('register', 'a', signal)))
    await turn()
    expect(await refusal(enter('register'))).toMatchObject({ code: 'request.tooMany', retryAfter: 60 })

    const gone = new Problem('request.tooMany', { seconds: 1 })
    leaving[0]?.abort(gone)
    expect(await waiting[0]).toBe(gone)
    const next = new AbortController()
    waiting.push(refusal(enter('register', 'a', next.signal)))
    await turn()
    expect(await refusal(enter('register'))).toMatchObject({ retryAfter: 60 })
    for (const one of [...leaving, next]) one.abort(gone)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([gone]))
  })
})

describe('one at a time', () => {
  it('lets the next in when one leaves, in order, and refuses where too many wait', async () => {
    const { enter } = world()
    const { queue } = ratePolicies.concurrency
    const inside: number[] = []
    const first = await enter('concurrency')
    const others = Array.from({ length: queue }, async (_, at) => {
      const leave = await enter('concurrency')
      inside.push(at)
      return leave
    })
    await turn()
    expect(inside).toEqual([])
    expect(await refusal(enter('concurrency'))).toMatchObject({ status: 429, retryAfter: 1 })
    const elsewhere = await enter('concurrency', 'b')
    elsewhere()

    first()
    for (const [at, other] of others.entries()) {
      const leave = await other
      expect(inside).toEqual(Array.from({ length: at + 1 }, (_, nr) => nr))
      leave()
    }
    const again = await enter('concurrency')
    again()
  })
})

describe('a limit that memory keeps', () => {
  const neverWaits = (): AbortSignal => expect.unreachable('nobody has to wait')

  it.each(['global', 'query', 'concurrency'] as const)('lets in right away: %s', (name) => {
    const { rateLimits } = world()
    expect(rateLimits.enter(name, { key: 'a' }, neverWaits)).toBeTypeOf('function')
  })

  it('refuses right away', () => {
    const { rateLimits } = world()
    const enter = () => rateLimits.enter('query', { key: 'a' }, neverWaits)
    for (let nr = 0; nr < ratePolicies.query.capacity; nr++) void enter()
    expect(enter).toThrow(expect.objectContaining({ code: 'request.tooMany', retryAfter: 10 }))
  })

  it('takes one permit for each that is let in, wherever it is kept', async () => {
    const clock = createTestClock()
    for (const later of [false, true]) {
      const kept = memoryLimiter(clock)
      let taken = 0
      const { enter, enterTimes } = world({
        take(name, policy, key) {
          taken++
          const permit = kept.take(name, policy, key)
          return later ? Promise.resolve(permit) : permit
        },
        peek: (name, policy, key) => kept.peek(name, policy, key),
      })
      await enterTimes(ratePolicies.query.capacity, 'query')
      expect(taken).toBe(ratePolicies.query.capacity)
      await refusal(enter('query'))
      expect(taken).toBe(ratePolicies.query.capacity + 1)
    }
  })

  it('lets nobody pass those who wait', async () => {
    const clock = createTestClock()
    const { rateLimits, enterTimes, enter } = world(memoryLimiter(clock))
    await enterTimes(ratePolicies.register.permits, 'register')
    const gone = new AbortController()
    const waiting = refusal(enter('register', 'a', gone.signal))
    await turn()
    clock.advance(ratePolicies.register.windowMs)
    const late = rateLimits.enter('register', { key: 'a' }, () => gone.signal)
    expect(late).toBeInstanceOf(Promise)
    gone.abort(new Problem('request.tooMany', { seconds: 1 }))
    await waiting
    await refusal(Promise.resolve(late))
  })
})

describe('an address', () => {
  it('may do more at a venue, and alone is noted when it is refused', () => {
    const noted: (string | null)[] = []
    const addresses: Addresses = {
      policyAt: (policy, address) =>
        address === '192.0.2.1' && policy.kind === 'bucket' ? { ...policy, capacity: 1300 } : policy,
      noteRefused: (address) => noted.push(address),
    }
    const open = createOpenLimit(memoryLimiter(createTestClock()), (address) => address, addresses)
    const manages = (address: string, person?: string): number => {
      for (let nr = 0; ; nr++)
        try {
          open('open', { address, person })
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.tooMany', retryAfter: 1 })
          return nr
        }
    }
    expect(manages('192.0.2.1')).toBe(1300)
    expect(manages('192.0.2.2')).toBe(1200)
    expect(manages('192.0.2.2', 'user:1')).toBe(1200)
    expect(noted).toEqual(['192.0.2.1', '192.0.2.2'])
  })
})
