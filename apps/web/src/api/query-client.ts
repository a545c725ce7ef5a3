import { QueryClient } from '@tanstack/react-query'
import { early, noteAsked, refreshEvery, slowRefreshMs } from './refresh.ts'

export const createQueries = (): QueryClient => {
  const queries = new QueryClient({
    // The HTTP client itself retries what fails on the way.
    defaultOptions: {
      queries: {
        ...early,
        refetchInterval: refreshEvery(slowRefreshMs),
        refetchOnWindowFocus: false,
        staleTime: 2_000,
      },
      // Offline, an action fails now instead of running later unseen.
      mutations: { networkMode: 'always' },
    },
  })
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') noteAsked(event.query)
  })
  askAgain(queries)
  return queries
}

/**
 * A first answer that is still on its way may be older than what has just changed. Query clients settle for it;
 * this one then asks once more.
 */
const askAgain = (queries: QueryClient): void =>
  void queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { query } = event
    if (query.state.data === undefined)
      void query.promise
        ?.catch(() => 0)
        .then(() => queries.invalidateQueries({ predicate: (one) => one === query }))
  })
