import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { early, unlessFailed } from './early.ts'
import { ApiProblem, refusal } from './problem.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Nothing is asked for again where no browser is.
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
})

const notStarted = refusal(400, { code: 'game.notStarted', title: 'The game has not started' })

const watch = (answers: readonly (ApiProblem | 'answer')[]) => {
  let asked = 0
  const queries = new QueryClient({ defaultOptions: { queries: early } })
  const observer = new QueryObserver(queries, {
    queryKey: ['details'],
    queryFn: () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]
      if (answer instanceof ApiProblem) throw answer
      return answer
    },
    refetchInterval: unlessFailed(120_000),
  })
  const stop = observer.subscribe(() => undefined)
  return { asked: () => asked, status: () => observer.getCurrentResult().status, stop }
}

describe('who asks for a game a moment too early', () => {
  it('asks again every second, and shows nothing wrong meanwhile', async () => {
    const seen = watch([notStarted, notStarted, 'answer'])
    await vi.advanceTimersByTimeAsync(900)
    expect([seen.asked(), seen.status()]).toEqual([1, 'pending'])
    await vi.advanceTimersByTimeAsync(1_200)
    expect([seen.asked(), seen.status()]).toEqual([3, 'success'])
    seen.stop()
  })

  it('is told after some tries, and asks again by and by', async () => {
    const seen = watch([...Array.from({ length: 6 }, () => notStarted), 'answer'])
    await vi.advanceTimersByTimeAsync(5_500)
    expect([seen.asked(), seen.status()]).toEqual([6, 'error'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([seen.asked(), seen.status()]).toEqual([7, 'success'])
    seen.stop()
  })
})

describe('what is refused for another reason', () => {
  it('is told at once, and asked for again by and by', async () => {
    const seen = watch([refusal(403, {}), 'answer'])
    await vi.advanceTimersByTimeAsync(100)
    expect([seen.asked(), seen.status()]).toEqual([1, 'error'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([seen.asked(), seen.status()]).toEqual([2, 'success'])
    await vi.advanceTimersByTimeAsync(100_000)
    expect(seen.asked()).toBe(2)
    seen.stop()
  })
})
