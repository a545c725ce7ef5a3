import { recentGames } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'

export const recentGamesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['games', 'recent'],
    queryFn: ({ signal }) => api.call(recentGames, { query: { limit: 7 }, signal }),
  })
