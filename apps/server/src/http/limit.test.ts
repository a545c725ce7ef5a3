import { describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { createTestClock } from '../../../../tests/kit/clock.ts'
import { memoryLimiter } from '../adapters/limiter/memory.ts'
import { createRateLimits } from './limit.ts'

const world = () => {
  const rateLimits = createRateLimits(memoryLimiter(createTestClock()))
  const patient = new AbortController()
  const enter = (name: Parameters<typeof rateLimits.enter>[0], key = 'a', signal = patient.signal) =>
    rateLimits.enter(name, key, signal)
  const enterTimes = (times: number, name: Parameters<typeof rateLimits.enter>[0], key = 'a') =>
    Promise.all(Array.from({ length: times }, () => enter(name, key)))
  return { patient, enter, enterTimes }
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
