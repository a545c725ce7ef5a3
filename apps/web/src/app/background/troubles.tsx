import { useEffect, useRef } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { isTold } from '../../kit/problem-text.ts'
import { tooManyRequests, useTellFailure } from '../../kit/use-tell-failure.ts'
import type { Trouble, TroubleSink } from './trouble.ts'
import { useSessionEnd } from './use-session-end.tsx'

const unauthorized = 401
/** By then whatever says it in place has been rendered. */
const tellAfterMs = 500

/** Says in the corner what failed and is said nowhere else, and every answer that there were too many requests. */
export const Troubles = ({ sink }: { sink: TroubleSink }) => {
  const tellFailure = useTellFailure()
  const hearRefusal = useSessionEnd()
  const latest = useRef({ tellFailure, hearRefusal })
  useEffect(() => {
    latest.current = { tellFailure, hearRefusal }
  })

  useEffect(() => {
    let gone = false
    /** How many answers each failing question had had when it was last spoken of: one word is enough. */
    const spokenAt = new Map<string, number>()
    const tell = (error: unknown, isWanted: () => boolean, afterMs: number): void =>
      void setTimeout(() => {
        if (!gone && isWanted()) latest.current.tellFailure(error)
      }, afterMs)

    const take = (trouble: Trouble): void => {
      if ('refusal' in trouble) {
        const { refusal } = trouble
        latest.current.hearRefusal(refusal)
        // Whoever waits for the server to take more has noted that by then.
        if (refusal.status === tooManyRequests) tell(refusal, () => !refusal.awaited, 0)
        return
      }
      const { error, query } = trouble
      // The first and the second have words of their own.
      if (!(error instanceof ApiProblem) || error.status === tooManyRequests || error.status === unauthorized)
        return
      if (query?.meta?.['quiet'] === true) return
      const isNews = (): boolean => {
        if (isTold(error)) return false
        if (query === null) return true
        const { queryHash, state } = query
        const isKnown = spokenAt.get(queryHash) === state.dataUpdateCount
        spokenAt.set(queryHash, state.dataUpdateCount)
        // What was only asked ahead is said by the page that wants it, if any does.
        return !isKnown && query.isActive()
      }
      tell(error, isNews, tellAfterMs)
    }
    const leave = sink.receive(take)
    return () => {
      gone = true
      leave()
    }
  }, [sink])
  return null
}
