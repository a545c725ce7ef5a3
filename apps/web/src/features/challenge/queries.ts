import { readChallenge } from '@pennant/contract/challenge'
import { readDetails } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { fastRefreshMs, pushed, refreshEvery, slowRefreshMs } from '../../api/refresh.ts'

export const detailsQuery = (api: Api, game: number, polled: boolean) =>
  queryOptions({
    queryKey: ['game', game, 'details'],
    queryFn: ({ signal }) => api.call(readDetails, { params: { id: game }, signal }),
    ...(polled ? {} : pushed),
    refetchInterval: refreshEvery(polled ? fastRefreshMs : slowRefreshMs),
  })

export type ChallengeRef = { game: number; challenge: number }

export const challengeQuery = (api: Api, { game, challenge }: ChallengeRef, polled: boolean) =>
  queryOptions({
    queryKey: ['game', game, 'challenge', challenge],
    queryFn: ({ signal }) => api.call(readChallenge, { params: { id: game, cid: challenge }, signal }),
    refetchInterval: refreshEvery(polled ? fastRefreshMs : slowRefreshMs),
  })
