import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHttp } from './http.ts'

const answering = () => {
  const asked: string[] = []
  const http = createHttp({
    fetch: async (input) => {
      if (typeof input === 'string') asked.push(input)
      return new Response('{}')
    },
    observe: () => undefined,
    localNow: Date.now,
    chance: () => 0.5,
  })
  const ask = (timeoutMs: number | null): Promise<Response> =>
    http('/api/posts', { method: 'GET', headers: {}, body: undefined, signal: undefined, timeoutMs })
  return { asked, ask }
}

describe('the time-out of a request', () => {
  it.each([2_147_483_648, 1e12, Number.POSITIVE_INFINITY])(
    'of %s ms is refused before anything is sent',
    async (timeoutMs) => {
      const { asked, ask } = answering()
      await expect(ask(timeoutMs)).rejects.toBeInstanceOf(RangeError)
      expect(asked).toEqual([])
    },
  )

  it.each([2_147_483_647, 10_000, null])('of %s ms is taken', async (timeoutMs) => {
    const { asked, ask } = answering()
    expect((await ask(timeoutMs)).ok).toBe(true)
    expect(asked).toEqual(['/api/posts'])
  })
})

describe('an answer that asks for time', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const asking = (timeoutMs: number | null, seconds: number, signal?: AbortSignal) => {
    const answers = [new Response('', { status: 429, headers: { 'x-ratelimit-reset': String(seconds) } })]
    const http = createHttp({
      fetch: async () => answers.shift() ?? new Response('{}'),
      observe: () => undefined,
      localNow: Date.now,
      chance: () => 0.5,
    })
    return http('/api/posts', { method: 'GET', headers: {}, signal, timeoutMs }).then(
      ({ status }) => status,
      (error: unknown) => error,
    )
  }

  it('gets it within the time-out of the call', async () => {
    const status = asking(10_000, 8)
    await vi.advanceTimersByTimeAsync(7_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await status).toBe(200)
  })

  it('is the answer when the time-out comes first', async () => {
    expect(await asking(10_000, 12)).toBe(429)
  })

  it('gets as much as it asks for where there is no time-out', async () => {
    const status = asking(null, 120)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await status).toBe(200)
  })

  it('is waited for no longer than the call is wanted', async () => {
    const life = new AbortController()
    const status = asking(null, 120, life.signal)
    await vi.advanceTimersByTimeAsync(1_000)
    life.abort()
    expect(await status).toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
