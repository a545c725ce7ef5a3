import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../api/problem.ts'
import type { Stored } from '../persistence/restore.ts'
import { type Freshness, freshnessOf, isAbsence, pauseBefore } from './freshness.ts'

export type Seen = {
  freshness: Freshness
  /** By this machine's clock; null if unknown. */
  goodAt: number | null
}

export type FreshnessWatch = {
  seen(): Seen
  subscribe(changed: () => void): () => void
  stop(): void
}

type Needs = {
  queries: QueryClient
  stored: Stored
  view: Window
  now: () => number
  random: () => number
  probe: () => Promise<unknown>
}

/** Most refreshes finish within this time and need no sign. */
const patienceMs = 1_500

export const watchFreshness = ({ queries, stored, view, now, random, probe }: Needs): FreshnessWatch => {
  const listeners = new Set<() => void>()
  const cache = queries.getQueryCache()
  const signs = { online: view.navigator.onLine, failing: false, stored: false }
  let goodAt: number | null = null
  let seen: Seen = { freshness: 'fresh', goodAt: null }
  let tries = 0
  let probing: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setTimeout> | undefined

  const isShown = (query: Query): boolean => query.getObserversCount() > 0
  const storedShown = (): Query[] =>
    stored.size === 0 ? [] : cache.getAll().filter((query) => stored.has(query.queryHash) && isShown(query))

  const tell = (): void => {
    const next: Seen = { freshness: freshnessOf(signs), goodAt: goodAt ?? latest(stored) }
    if (next.freshness === seen.freshness && next.goodAt === seen.goodAt) return
    // Each answer moves the time; while all is well nobody needs to hear of it.
    const quiet = next.freshness === 'fresh' && seen.freshness === 'fresh'
    seen = next
    if (!quiet) for (const changed of listeners) changed()
  }
  const look = (): void => {
    looking = undefined
    signs.stored = storedShown().length > 0
    tell()
  }
  const lookSoon = (): void => {
    looking ??= setTimeout(look, patienceMs)
  }
  const probeSoon = (): void => {
    probing ??= setTimeout(
      () => {
        probing = undefined
        // A hidden tab waits until it is seen again.
        if (view.document.visibilityState === 'hidden') return
        tries++
        void probe().catch(() => undefined)
      },
      pauseBefore(tries, random()),
    )
  }

  const answered = (): void => {
    goodAt = now()
    tries = 0
    clearTimeout(probing)
    probing = undefined
    if (signs.failing) {
      signs.failing = false
      void queries.refetchQueries({ type: 'active', stale: true })
    }
    if (stored.size > 0) lookSoon()
    tell()
  }
  const failed = (error: unknown): void => {
    if (!(error instanceof ApiProblem)) return
    if (!isAbsence(error)) return answered()
    signs.failing = true
    tell()
    probeSoon()
  }

  const unsubscribe = cache.subscribe(({ type, query, ...event }) => {
    if (type === 'observerAdded' && stored.has(query.queryHash)) lookSoon()
    if (type !== 'updated' || !('action' in event)) return
    const { action } = event
    if (action.type === 'success' && action.manual !== true) {
      if (stored.delete(query.queryHash) && signs.stored) lookSoon()
      answered()
    } else if (action.type === 'error') failed(action.error)
  })
  const unsubscribeMutations = queries.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') answered()
    else if (event.action.type === 'error') failed(event.action.error)
  })
  const connect = (): void => {
    signs.online = view.navigator.onLine
    tell()
    if (signs.online && signs.failing && view.document.visibilityState !== 'hidden')
      void probe().catch(() => undefined)
  }
  const back = (): void => {
    if (signs.failing && view.document.visibilityState !== 'hidden') probeSoon()
  }
  view.addEventListener('online', connect)
  view.addEventListener('offline', connect)
  view.document.addEventListener('visibilitychange', back)

  for (const query of cache.getAll()) {
    if (query.state.status === 'error') failed(query.state.error)
    else if (query.state.data !== undefined && !query.state.isInvalidated) {
      stored.delete(query.queryHash)
      goodAt = Math.max(goodAt ?? 0, query.state.dataUpdatedAt)
    }
    if (query.state.fetchFailureReason !== null) failed(query.state.fetchFailureReason)
  }
  lookSoon()
  tell()

  return {
    seen: () => seen,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    stop() {
      unsubscribe()
      unsubscribeMutations()
      view.removeEventListener('online', connect)
      view.removeEventListener('offline', connect)
      view.document.removeEventListener('visibilitychange', back)
      clearTimeout(probing)
      clearTimeout(looking)
    },
  }
}

const latest = (stored: Stored): number | null => (stored.size === 0 ? null : Math.max(...stored.values()))
