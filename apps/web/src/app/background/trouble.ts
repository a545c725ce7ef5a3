import type { Query, QueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { isAbsence } from '../freshness/freshness.ts'

export type Trouble = { refusal: ApiProblem } | { error: unknown; query: Query | null }

export const listenForTrouble = (api: Api, queries: QueryClient, hear: (trouble: Trouble) => void) => {
  const refuse = (refusal: ApiProblem): void => hear({ refusal })
  const lose = ({ reason }: PromiseRejectionEvent): void => hear({ error: reason, query: null })
  api.refusals.add(refuse)
  window.addEventListener('unhandledrejection', lose)
  const leave = [
    queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const error: unknown = event.action.error
      // The sign of the connection reports a server that is away.
      if (error instanceof ApiProblem && isAbsence(error)) return
      // The type of the event leaves the query's data open.
      hear({ error, query: event.query as Query })
    }),
    queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error')
        hear({ error: event.action.error, query: null })
    }),
    () => void api.refusals.delete(refuse),
    () => window.removeEventListener('unhandledrejection', lose),
  ]
  return (): void => {
    for (const end of leave) end()
  }
}

export type TroubleSink = {
  /** False: not taken yet, so it is kept until then. */
  hear(trouble: Trouble): boolean
  receive(take: (trouble: Trouble) => void): () => void
}

export const createTroubleSink = (): TroubleSink => {
  const kept: Trouble[] = []
  let taker: ((trouble: Trouble) => void) | null = null
  return {
    hear(trouble) {
      if (taker === null) kept.push(trouble)
      else taker(trouble)
      return taker !== null
    },
    receive(take) {
      taker = take
      for (const trouble of kept.splice(0)) take(trouble)
      return () => {
        taker = null
      }
    },
  }
}
