import { readGame } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { listMs, refreshEvery, refreshMs } from '../refresh.ts'

/** A game and how the visitor takes part: what every screen of a game begins with. */
export const gameQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['game', id],
    queryFn: ({ signal }) => api.call(readGame, { params: { id }, signal }),
    // Whoever waits for a decision is not told of it in any other way.
    refetchInterval: (query) =>
      refreshEvery(query.state.data?.status === 'Pending' ? refreshMs : listMs)(query),
  })
