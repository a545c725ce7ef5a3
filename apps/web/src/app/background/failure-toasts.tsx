import { useEffect, useRef } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { isDisplayed } from '../../kit/problem-text.ts'
import { tooManyRequests, useShowFailure } from '../../kit/use-show-failure.ts'
import type { UnhandledFailure, FailureQueue } from './failure.ts'
import { useSessionEnd } from './use-session-end.tsx'

const unauthorized = 401
/** By then the page has rendered any message of its own. */
const tellAfterMs = 500

export const FailureToasts = ({ queue }: { queue: FailureQueue }) => {
  const showFailure = useShowFailure()
  const hearRefusal = useSessionEnd()
  const latest = useRef({ showFailure, hearRefusal })
  useEffect(() => {
    latest.current = { showFailure, hearRefusal }
  })

  useEffect(() => {
    let gone = false
    /** By query, the number of its answers at the last toast: a failure that repeats is shown once. */
    const spokenAt = new Map<string, number>()
    const tell = (error: unknown, isWanted: () => boolean, afterMs: number): void =>
      void setTimeout(() => {
        if (!gone && isWanted()) latest.current.showFailure(error)
      }, afterMs)

    const take = (failure: UnhandledFailure): void => {
      if ('refusal' in failure) {
        const { refusal } = failure
        latest.current.hearRefusal(refusal)
        // A request that is retried has been marked by then.
        if (refusal.status === tooManyRequests) tell(refusal, () => !refusal.awaited, 0)
        return
      }
      const { error, query } = failure
      // Too many requests and a lost session are reported elsewhere.
      if (!(error instanceof ApiProblem) || error.status === tooManyRequests || error.status === unauthorized)
        return
      if (query?.meta?.['quiet'] === true) return
      const isNews = (): boolean => {
        if (isDisplayed(error)) return false
        if (query === null) return true
        const { queryHash, state } = query
        const isKnown = spokenAt.get(queryHash) === state.dataUpdateCount
        spokenAt.set(queryHash, state.dataUpdateCount)
        // The page that wants prefetched data reports its failure.
        return !isKnown && query.isActive()
      }
      tell(error, isNews, tellAfterMs)
    }
    const leave = queue.receive(take)
    return () => {
      gone = true
      leave()
    }
  }, [queue])
  return null
}
