import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askWithRetries, waitIn } from './retry.ts'

const start = Date.UTC(2026, 10, 22, 9)
const headersOf = (headers: Record<string, string>) => (name: string) => headers[name] ?? null

describe('the wait that an answer asks for', () => {
  it.each([
    ['retry-after', '7', 7_000],
    ['retry-after', '0', 0],
    ['retry-after', 'Sun, 22 Nov 2026 09:00:07 GMT', 7_000],
    ['retry-after', 'Sun, 22 Nov 2026 08:00:00 GMT', 0],
    ['ratelimit-reset', '7', 7_000],
    ['x-ratelimit-retry-after', '7', 7_000],
    ['x-ratelimit-reset', String(start / 1_000 + 7), 7_000],
    ['x-rate-limit-reset', String(start / 1_000 + 7), 7_000],
    ['retry-after', 'soon', null],
    ['retry-after', '-5', null],
    ['x-something', '7', null],
  ])('is read from %s: %s', (name, text, ms) => {
    expect(waitIn(headersOf({ [name]: text }), start)).toBe(ms)
  })

  it('is what Retry-After says when others say something else', () => {
    expect(waitIn(headersOf({ 'x-ratelimit-reset': '60', 'retry-after': '2' }), start)).toBe(2_000)
  })

  it('is counted by the clock of the server', () => {
    const headers = {
      'retry-after': 'Sun, 22 Nov 2026 10:00:07 GMT',
      date: 'Sun, 22 Nov 2026 10:00:00 GMT',
    }
    expect(waitIn(headersOf(headers), start)).toBe(7_000)
  })
})

type Answer = { status: number; headers?: Record<string, string> }
const broken = new Error('broken')

beforeEach(() => vi.useFakeTimers({ now: start }))
afterEach(() => vi.useRealTimers())

const ask = (
  method: string,
  answers: readonly (Answer | Error)[],
  limitMs = Number.POSITIVE_INFINITY,
  chance?: () => number,
) => {
  const asked: number[] = []
  const begun = Date.now()
  const outcome = askWithRetries<Answer>({
    method,
    once: async () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push(Date.now() - begun)
      if (answer instanceof Error) throw answer
      return answer ?? { status: 200 }
    },
    statusOf: ({ status }) => status,
    headerOf: ({ headers }, name) => headers?.[name] ?? null,
    isBroken: (error) => error === broken,
    now: Date.now,
    deadline: begun + limitMs,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...(chance === undefined ? {} : { chance }),
  }).catch((error: unknown) => error)
  return { asked, outcome }
}
const outcomeOf = async (call: ReturnType<typeof ask>) => {
  await vi.runAllTimersAsync()
  return { outcome: await call.outcome, asked: call.asked }
}

describe('a call', () => {
  it.each(['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])('by %s is repeated twice', async (method) => {
    for (const status of [408, 413, 429, 500, 502, 503, 504])
      expect(await outcomeOf(ask(method, [{ status }]))).toEqual({
        outcome: { status },
        asked: expect.objectContaining({ length: 3 }),
      })
  })

  it.each(['POST', 'PATCH', 'CONNECT'])('by %s is never repeated', async (method) => {
    for (const answer of [{ status: 429, headers: { 'retry-after': '1' } }, { status: 503 }, broken])
      expect(await outcomeOf(ask(method, [answer]))).toEqual({ outcome: answer, asked: [0] })
  })

  it.each([200, 304, 400, 401, 403, 404, 409, 501])('answered with %i is not repeated', async (status) => {
    expect(await outcomeOf(ask('GET', [{ status }]))).toEqual({ outcome: { status }, asked: [0] })
  })

  it('comes again after 0.3 and 0.6 seconds', async () => {
    expect((await outcomeOf(ask('GET', [broken, { status: 500 }, { status: 200 }]))).asked).toEqual([
      0, 300, 900,
    ])
  })

  it.each([413, 429, 503])('answered with %i comes again when the answer says', async (status) => {
    const later = { status, headers: { 'retry-after': '40' } }
    expect(await outcomeOf(ask('PUT', [later, later, { status: 200 }]))).toEqual({
      outcome: { status: 200 },
      asked: [0, 40_000, 80_000],
    })
  })

  it('comes again up to a fifth sooner or later than the answer says', async () => {
    const later = { status: 429, headers: { 'retry-after': '40' } }
    const chances = [0, 1]
    const chance = () => chances.shift() ?? expect.unreachable()
    expect((await outcomeOf(ask('GET', [later, later, { status: 200 }], undefined, chance))).asked).toEqual([
      0, 32_000, 80_000,
    ])
    expect(
      (await outcomeOf(ask('GET', [{ status: 500 }, { status: 200 }], undefined, chance))).asked,
    ).toEqual([0, 300])
  })

  it.each([408, 500, 502, 504])('answered with %i takes no word for when to come again', async (status) => {
    const later = { status, headers: { 'retry-after': '40' } }
    expect((await outcomeOf(ask('GET', [later, { status: 200 }]))).asked).toEqual([0, 300])
  })

  it('never waits beyond its limit: then the answer counts', async () => {
    const later = (seconds: number): Answer => ({
      status: 429,
      headers: { 'retry-after': String(seconds) },
    })
    expect(await outcomeOf(ask('GET', [later(9), { status: 200 }], 10_000))).toEqual({
      outcome: { status: 200 },
      asked: [0, 9_000],
    })
    expect(await outcomeOf(ask('GET', [later(10), { status: 200 }], 10_000))).toEqual({
      outcome: later(10),
      asked: [0],
    })
    expect(await outcomeOf(ask('GET', [later(9), later(9), { status: 200 }], 10_000))).toMatchObject({
      asked: [0, 9_000],
    })
    expect(await outcomeOf(ask('GET', [broken], 200))).toEqual({ outcome: broken, asked: [0] })
  })

  it('is not repeated at once because a timer cannot count that far', async () => {
    const later = { status: 503, headers: { 'retry-after': '9999999' } }
    expect(await outcomeOf(ask('GET', [later]))).toEqual({ outcome: later, asked: [0] })
  })

  it('that was given up is not repeated', async () => {
    const given = new Error('given up')
    expect(await outcomeOf(ask('GET', [given]))).toEqual({ outcome: given, asked: [0] })
  })
})
