import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem, refusal } from './problem.ts'
import { early, fastRefreshMs, markMissed, noteAsked, refreshEvery, slowRefreshMs } from './refresh.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  // Without a browser nothing is asked for again.
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
})

const notStarted = refusal(400, { code: 'game.notStarted', title: 'The game has not started' })
const away = new ApiProblem('unreachable')

const watch = (answers: readonly (ApiProblem | 'answer')[], ms: number | false) => {
  const begun = Date.now()
  const asked: number[] = []
  const queries = new QueryClient({ defaultOptions: { queries: early } })
  const observer = new QueryObserver(queries, {
    queryKey: ['details'],
    queryFn: () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push((Date.now() - begun) / 1_000)
      if (answer instanceof ApiProblem) throw answer
      return answer
    },
    refetchInterval: refreshEvery(ms),
  })
  const stop = observer.subscribe(() => undefined)
  return { asked, status: () => observer.getCurrentResult().status, stop }
}
const askedIn = async (seconds: number, ...given: Parameters<typeof watch>) => {
  const seen = watch(...given)
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  seen.stop()
  return seen.asked
}

describe('what is answered', () => {
  it('is asked for again by its period, or never', async () => {
    expect(await askedIn(35, ['answer'], fastRefreshMs)).toEqual([0, 10, 20, 30])
    expect(await askedIn(650, ['answer'], slowRefreshMs)).toEqual([0, 300, 600])
    expect(await askedIn(650, ['answer'], false)).toEqual([0])
  })
})

describe('what fails in passing', () => {
  it.each([
    ['nobody answers', away],
    ['it takes too long', new ApiProblem('late')],
    ['something on the way answers', new ApiProblem('unreadable', { status: 200 })],
    ['the server has a fault', refusal(500, {})],
    ['the server is being started', refusal(503, {})],
    ['there were too many requests', refusal(429, {})],
    ['the game has not started', notStarted],
  ])('as %s is asked for again after five seconds', async (_, problem) => {
    // A request that is early by a second is retried a few times first.
    const first = problem === notStarted ? 6 : 1
    const failures = Array.from({ length: first }, () => problem)
    const asked = await askedIn(first + 6, [...failures, 'answer'], false)
    expect(asked.slice(first - 1)).toEqual([first - 1, first + 4])
  })

  it('comes ever more slowly, and as usual once it has been answered', async () => {
    const asked = await askedIn(400, [away, away, away, away, away, away, 'answer', away, 'answer'], 100_000)
    const pauses = asked.slice(1).map((at, index) => Math.round(at - (asked[index] ?? 0)))
    expect(pauses.slice(0, 7)).toEqual([5, 10, 20, 40, 60, 60, 100])
    expect(pauses[7]).toBe(5)
  })

  it.each([
    [0, 40],
    [500, 50],
    [999, 59.98],
  ])('is left alone for as long as the server asks, spread by the moment: %s ms', async (ms, after) => {
    vi.setSystemTime(1_000_000 + ms)
    const asked = await askedIn(75, [refusal(429, {}, 50_000), 'answer'], fastRefreshMs)
    expect(asked.slice(0, 3)).toEqual([0, expect.closeTo(after, 1), expect.closeTo(after + 10, 1)])
  })
})

describe('what is refused for good', () => {
  it.each([400, 401, 403, 404, 409])('with %i is asked for again by its period only', async (status) => {
    expect(await askedIn(65, [refusal(status, {})], 30_000)).toEqual([0, 30, 60])
    expect(await askedIn(650, [refusal(status, {})], false)).toEqual([0])
  })
})

describe('who asks for a game a moment too early', () => {
  it('asks again every second, and shows nothing wrong meanwhile', async () => {
    const seen = watch([notStarted, notStarted, 'answer'], slowRefreshMs)
    await vi.advanceTimersByTimeAsync(900)
    expect([seen.asked.length, seen.status()]).toEqual([1, 'pending'])
    await vi.advanceTimersByTimeAsync(1_200)
    expect([seen.asked.length, seen.status()]).toEqual([3, 'success'])
    seen.stop()
  })

  it('is told after some tries', async () => {
    const seen = watch(
      Array.from({ length: 6 }, () => notStarted),
      slowRefreshMs,
    )
    await vi.advanceTimersByTimeAsync(5_500)
    expect([seen.asked.length, seen.status()]).toEqual([6, 'error'])
    seen.stop()
  })
})

describe('what a page asked for before it heard of changes', () => {
  const second = 1_000
  beforeEach(() => void vi.stubGlobal('document', { visibilityState: 'visible' }))
  afterEach(() => void vi.unstubAllGlobals())

  /** Asked three seconds before. */
  const isMissed = async (quietMs: number, { fails = false, passes = 3 * second } = {}): Promise<boolean> => {
    const queries = new QueryClient()
    queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'added') noteAsked(query)
    })
    const queryFn = async () => {
      if (fails) throw notStarted
      return 'answer'
    }
    await queries.query({ queryKey: ['details'], queryFn, retry: false }).catch(() => undefined)
    vi.setSystemTime(Date.now() + passes)
    markMissed(queries, quietMs, ['details'])
    return queries.getQueryState(['details'])?.isInvalidated === true
  }

  it('may have changed unheard only if something was told since, or just before at another process', async () => {
    expect(await isMissed(60 * second)).toBe(false)
    expect(await isMissed(5 * second)).toBe(false)
    expect(await isMissed(5 * second - 1)).toBe(true)
    expect(await isMissed(0)).toBe(true)
  })

  it('is asked for again if it failed, or if the clock was set back', async () => {
    expect(await isMissed(60 * second, { fails: true })).toBe(true)
    expect(await isMissed(60 * second, { passes: -second })).toBe(true)
  })
})
