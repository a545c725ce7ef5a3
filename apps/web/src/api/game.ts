import { readGame } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from './client.ts'

const waitingMs = 15_000

/** A game and how the visitor takes part: what every screen of a game begins with. */
export const gameQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['game', id],
    queryFn: ({ signal }) => api.call(readGame, { params: { id }, signal }),
    // Whoever waits for a decision is not told of it in any other way.
    refetchInterval: ({ state }) => (state.data?.status === 'Pending' ? waitingMs : false),
  })
