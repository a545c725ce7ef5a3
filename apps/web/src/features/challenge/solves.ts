import { listSolves } from '@pennant/contract/scoreboard'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { ChallengeRef } from './queries.ts'

/** In one answer. */
export const mostSolves = 100

type Wanted = ChallengeRef & {
  /** How many the list of challenges tells of: with each more the answer is another. */
  solved: number
  skip: number
}

/** Compatible servers have no such route. */
export const solvesQuery = (api: Api, { game, challenge, solved, skip }: Wanted) =>
  queryOptions({
    queryKey: ['game', game, 'solves', challenge, skip, solved],
    queryFn: ({ signal }) =>
      api.call(listSolves, { params: { id: game }, query: { challenge, count: mostSolves, skip }, signal }),
    placeholderData: keepPreviousData,
  })
