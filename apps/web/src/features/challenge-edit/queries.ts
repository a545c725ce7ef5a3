import { listChallengesToEdit, readChallengeToEdit } from '@pennant/contract/challenge-edit'
import { readProvider, readTestLog } from '@pennant/contract/instance'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { fastRefreshMs, refreshEvery } from '../../api/refresh.ts'
import { readVersioned } from '../../api/versioned.ts'

export type ChallengeRef = { game: number; challenge: number }

export const challengesToEditQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'challenges'],
    queryFn: ({ signal }) => api.call(listChallengesToEdit, { params: { id: game }, query: {}, signal }),
  })

export const challengeToEditQuery = (api: Api, { game, challenge }: ChallengeRef) =>
  queryOptions({
    queryKey: ['edit', 'challenge', game, challenge],
    queryFn: ({ signal }) =>
      readVersioned(api, readChallengeToEdit, { params: { id: game, cid: challenge }, signal }),
    refetchInterval: refreshEvery(false),
  })

export const testLogQuery = (api: Api, { game, challenge }: ChallengeRef) =>
  queryOptions({
    queryKey: ['edit', 'challenge', game, challenge, 'log'],
    queryFn: ({ signal }) => api.call(readTestLog, { params: { id: game, cid: challenge }, signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
    retry: false,
  })

export const providerStateQuery = (api: Api) =>
  queryOptions({
    queryKey: ['edit', 'provider'],
    queryFn: ({ signal }) => api.call(readProvider, { signal }),
    enabled: api.extensions.supported,
  })
