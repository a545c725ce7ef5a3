import { readGame, recentGames } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { fastRefreshMs, refreshEvery, slowRefreshMs } from '../refresh.ts'

export const gameQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['game', id],
    queryFn: ({ signal }) => api.call(readGame, { params: { id }, signal }),
    // Nothing else tells a visitor of the decision.
    refetchInterval: (query) =>
      refreshEvery(query.state.data?.status === 'Pending' ? fastRefreshMs : slowRefreshMs)(query),
  })

export const recentGamesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['games', 'recent'],
    queryFn: ({ signal }) => api.call(recentGames, { query: { limit: 7 }, signal }),
  })
