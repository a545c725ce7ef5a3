import { listGames } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'

// The most that the server returns.
const pageSize = 50

export const gamesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['games', 'all'],
    // All, because searching needs every game; even large platforms have held only hundreds.
    queryFn: async ({ signal }) => {
      const first = await api.call(listGames, { query: { count: pageSize, skip: 0 }, signal })
      const games = [...first.data]
      while (games.length < first.total) {
        const { data } = await api.call(listGames, {
          query: { count: pageSize, skip: games.length },
          signal,
        })
        if (data.length === 0) break
        games.push(...data)
      }
      return games
    },
  })
