import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiProblem } from './problem.ts'

/** How often the data of a running game is asked for again, where nothing pushes it. */
export const refreshMs = 10_000
/** How often everything else is that somebody looks at. */
export const listMs = 300_000
/** What the server says the changes of is fresh until it says so. */
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

/** How many failures each had before its last answer. */
const failuresBefore = new WeakMap<Asked, number>()

/**
 * How soon an answer is asked for again: after `ms`, or only when somebody wants it. What failed in passing comes
 * again after 5 seconds, and then ever more slowly; a refusal is not asked about again any sooner.
 */
export const refreshEvery =
  (ms: number | false) =>
  (query: Asked): number | false => {
    const { status, error, errorUpdateCount, errorUpdatedAt } = query.state
    if (status === 'success') failuresBefore.set(query, errorUpdateCount)
    if (status !== 'error' || !mayPass(error)) return ms
    const repeats = errorUpdateCount - (failuresBefore.get(query) ?? 0) - 1
    const slower = Math.min(longestErrorRetryMs, errorRetryMs * 2 ** Math.max(0, repeats))
    // Those that failed in the same moment don't come back in the same moment again and again.
    const spread = repeats > 0 ? 1 + (errorUpdatedAt % 1_000) / 4_000 : 1
    return Math.max(slower * spread, error instanceof ApiProblem ? (error.retryAfterMs ?? 0) : 0)
  }

const passing = new Set([408, 413, 429])

const mayPass = (error: unknown): boolean => {
  if (!(error instanceof ApiProblem)) return false
  if (error.kind !== 'refused') return error.kind !== 'insecure'
  const status = error.status ?? 0
  return status >= 500 || passing.has(status) || error.is('game.notStarted')
}

const mostTries = 5

/** Our clock may be ahead by a second: whoever asks for a game too early by that asks again at once. */
export const early = {
  retry: (tries: number, error: Error): boolean =>
    tries < mostTries && error instanceof ApiProblem && error.is('game.notStarted'),
  retryDelay: 1_000,
}

/** What was pushed has changed. It is asked for now, or as soon as somebody sees the tab again. */
export const outdate = (queries: QueryClient, queryKey: QueryKey, exact = false): void => {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active'
  void queries.invalidateQueries({ queryKey, exact, refetchType })
}
