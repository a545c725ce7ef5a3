import type { AnswerResult } from '@pennant/contract/enums'
import type { Attempt } from '@pennant/contract/submission'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { attemptsQuery } from './attempts.ts'
import { type ChallengeRef, challengeQuery, detailsQuery } from './queries.ts'

/** The server lists no more attempts. */
const mostListed = 100
/** What is answered about a large game may be this old. */
const boardAgeMs = 3_000

type Needs = { api: Api; queries: QueryClient; challengeRef: ChallengeRef }

/** Shows what a submission has changed. Only points and rank have to be asked for, and counts that bind. */
export const createVerdictUpdate = ({ api, queries, challengeRef }: Needs) => {
  const { game, challenge } = challengeRef
  const attempts = attemptsQuery(api, challengeRef).queryKey
  const detail = challengeQuery(api, challengeRef, false).queryKey
  const standing = detailsQuery(api, game, false).queryKey

  const ask = (queryKey: QueryKey): Promise<void> => queries.invalidateQueries({ queryKey })
  const askAll = (): void => void Promise.all([attempts, detail, standing].map(ask))
  // An answer under way may contain the attempt or not.
  const isSettled = (queryKey: QueryKey): boolean => queries.isFetching({ queryKey, exact: true }) === 0

  /** Null: the list doesn't tell their number. */
  const listAttempt = (answer: string, status: AnswerResult): number | null => {
    if (!isSettled(attempts)) {
      void ask(attempts)
      return null
    }
    const user = queries.getQueryData(sessionQuery(api).queryKey)?.userName ?? ''
    const made: Attempt = { answer, status, time: api.time.now(), user }
    const listed = queries.setQueryData(attempts, (known) => known && withAttempt(known, made))
    return listed === undefined || listed.length === mostListed ? null : listed.length
  }
  const countAttempt = (answer: string, status: AnswerResult): void => {
    const made = listAttempt(answer, status)
    const limit = queries.getQueryData(detail)?.limit ?? 0
    if (limit > 0 || !isSettled(detail)) return void ask(detail)
    queries.setQueryData(detail, (known) => known && { ...known, attempts: made ?? known.attempts + 1 })
  }

  const isSolved = (): boolean =>
    queries.getQueryData(standing)?.rank.solvedChallenges.some(({ id }) => id === challenge) ?? false

  const askStanding = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['game', game, 'scoreboard'], refetchType: 'none' })
    await ask(standing)
    if (isSolved()) return
    await new Promise((resolve) => setTimeout(resolve, boardAgeMs))
    if (!isSolved()) await ask(standing)
  }

  return {
    judged(flag: string, result: AnswerResult | null): void {
      if (result === null) return askAll()
      countAttempt(flag, result)
      if (result === 'Accepted') void askStanding()
    },

    /** The game may have changed; more requests than are allowed change nothing. */
    refused(error: unknown): void {
      if (!(error instanceof ApiProblem) || error.status !== 429) askAll()
    },
  }
}

/** Our clock and the server's may differ by this much. */
const skewMs = 2_000

export const withAttempt = (known: readonly Attempt[], made: Attempt): Attempt[] => {
  const isListed = known.some(
    ({ answer, user, time }) => answer === made.answer && user === made.user && time > made.time - skewMs,
  )
  return isListed ? [...known] : [made, ...known].slice(0, mostListed)
}
