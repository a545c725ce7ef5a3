import { describe, expect, it } from 'vitest'
import { createHttp } from './http.ts'

const answering = () => {
  const asked: string[] = []
  const http = createHttp({
    fetch: async (input) => {
      asked.push(String(input))
      return new Response('{}')
    },
    observe: () => undefined,
    localNow: Date.now,
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
