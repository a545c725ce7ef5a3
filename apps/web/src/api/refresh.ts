import { spread } from '@pennant/contract/retry'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiProblem } from './problem.ts'

export const fastRefreshMs = 10_000
export const slowRefreshMs = 300_000
export const pushed = { staleTime: Number.POSITIVE_INFINITY }
const errorRetryMs = 5_000
const longestErrorRetryMs = 60_000

type State = {
  status: string
  error: Error | null
  errorUpdateCount: number
  errorUpdatedAt: number
}
type Asked = { state: State }

const failuresBefore = new WeakMap<Asked, number>()

/** Passing failures come back after 5 seconds, then ever more slowly; refusals no sooner than `ms`. */
export const refreshEvery =
  (ms: number | false) =>
  (query: Asked): number | false => {
    const { status, error, errorUpdateCount, errorUpdatedAt } = query.state
    if (status === 'success') failuresBefore.set(query, errorUpdateCount)
    if (status !== 'error' || !mayPass(error)) return ms
    const repeats = errorUpdateCount - (failuresBefore.get(query) ?? 0) - 1
    const slower = Math.min(longestErrorRetryMs, errorRetryMs * 2 ** Math.max(0, repeats))
    // Clients that failed in the same moment must not come back in the same moment.
    const chance = (errorUpdatedAt % 1_000) / 1_000
    const asked = error instanceof ApiProblem ? spread(error.retryAfterMs ?? 0, chance) : 0
    return Math.max(repeats > 0 ? slower * (1 + chance / 4) : slower, asked)
  }

const passing = new Set([408, 413, 429])

const mayPass = (error: unknown): boolean => {
  if (!(error instanceof ApiProblem)) return false
  if (error.kind !== 'refused') return error.kind !== 'insecure'
  const status = error.status ?? 0
  return status >= 500 || passing.has(status) || error.is('game.notStarted')
}

const mostTries = 5

/** Our clock may be a second ahead, so a game may be asked for too early. */
export const early = {
  retry: (tries: number, error: Error): boolean =>
    tries < mostTries && error instanceof ApiProblem && error.is('game.notStarted'),
  retryDelay: 1_000,
}

const refetchType = (): 'none' | 'active' => (document.visibilityState === 'hidden' ? 'none' : 'active')

export const markStale = (queries: QueryClient, queryKey: QueryKey, exact = false): void =>
  void queries.invalidateQueries({ queryKey, exact, refetchType: refetchType() })

const askedAt = new WeakMap<object, number>()

export const noteAsked = (query: object): void => void askedAt.set(query, Date.now())

/** What one process answers may be that much older than what another one tells. */
const apartMs = 2_000

/** As `markStale`, but not what was answered since nothing is told anymore: for `quietMs` until now. */
export const markMissed = (queries: QueryClient, quietMs: number, queryKey: QueryKey, exact = false): void =>
  void queries.invalidateQueries({
    ...{ queryKey, exact },
    refetchType: refetchType(),
    predicate(query) {
      const ms = Date.now() - (askedAt.get(query) ?? 0)
      return ms < 0 || ms + apartMs > quietMs || query.state.fetchFailureCount > 0
    },
  })
