import type { Query, QueryClient } from '@tanstack/react-query'

const throttleMs = 5_000

type Needs = { queries: QueryClient; document: Document; now: () => number }

/** A hidden tab refreshes nothing. When seen, it asks only for what would have come due meanwhile. */
export const refreshOnReturn = ({ queries, document, now }: Needs): (() => void) => {
  let askedAt = Number.NEGATIVE_INFINITY
  let later: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => {
    later = undefined
    if (document.visibilityState === 'hidden') return
    const left = askedAt + throttleMs - now()
    if (left > 0) {
      later = setTimeout(ask, left)
      return
    }
    askedAt = now()
    const isDue = (query: Query): boolean => isOverdue(query, now())
    void queries.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false })
  }
  const hear = (): void => {
    clearTimeout(later)
    ask()
  }
  document.addEventListener('visibilitychange', hear)
  return () => {
    clearTimeout(later)
    document.removeEventListener('visibilitychange', hear)
  }
}

const isOverdue = (query: Query, now: number): boolean => {
  const { isInvalidated, dataUpdatedAt, errorUpdatedAt } = query.state
  const age = now - Math.max(dataUpdatedAt, errorUpdatedAt)
  return (
    isInvalidated ||
    query.observers.some(({ options: { enabled, refetchInterval } }) => {
      if (enabled === false) return false
      const period = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval
      return typeof period === 'number' && age >= period
    })
  )
}
