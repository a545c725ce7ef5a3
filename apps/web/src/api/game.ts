import { type DetailedGameInfo, readGame } from '@pennant/contract/game'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from './client.ts'
import { useApi } from './context.ts'

/** A game and how the visitor takes part: what every screen of a game begins with. */
export const gameQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['game', id],
    queryFn: ({ signal }) => api.call(readGame, { params: { id }, signal }),
  })

/** Undefined until it has answered. */
export const useGame = (id: number): DetailedGameInfo | undefined => useQuery(gameQuery(useApi(), id)).data
