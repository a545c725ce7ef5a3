import type { Query, QueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { isAbsence } from '../freshness/freshness.ts'

export type UnhandledFailure = { refusal: ApiProblem } | { error: unknown; query: Query | null }

export const listenForFailures = (
  api: Api,
  queries: QueryClient,
  report: (failure: UnhandledFailure) => void,
) => {
  const refuse = (refusal: ApiProblem): void => report({ refusal })
  const lose = ({ reason }: PromiseRejectionEvent): void => report({ error: reason, query: null })
  api.refusals.add(refuse)
  window.addEventListener('unhandledrejection', lose)
  const leave = [
    queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const error: unknown = event.action.error
      // The sign of the connection reports a server that is away.
      if (error instanceof ApiProblem && isAbsence(error)) return
      // The type of the event leaves the query's data open.
      report({ error, query: event.query as Query })
    }),
    queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error')
        report({ error: event.action.error, query: null })
    }),
    () => void api.refusals.delete(refuse),
    () => window.removeEventListener('unhandledrejection', lose),
  ]
  return (): void => {
    for (const end of leave) end()
  }
}

export type FailureQueue = {
  /** False: not taken yet, so it is kept until then. */
  report(failure: UnhandledFailure): boolean
  receive(take: (failure: UnhandledFailure) => void): () => void
}

export const createFailureQueue = (): FailureQueue => {
  const kept: UnhandledFailure[] = []
  let receiver: ((failure: UnhandledFailure) => void) | null = null
  return {
    report(failure) {
      if (receiver === null) kept.push(failure)
      else receiver(failure)
      return receiver !== null
    },
    receive(take) {
      receiver = take
      for (const failure of kept.splice(0)) take(failure)
      return () => {
        receiver = null
      }
    },
  }
}
