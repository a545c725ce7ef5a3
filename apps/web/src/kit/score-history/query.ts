import { readHistory, readHistoryOf } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { refreshEvery } from '../../api/refresh.ts'

/** Asked for with each new board. */
export const ownHistoryQuery = (api: Api, game: number, version: number | undefined) =>
  queryOptions({
    queryKey: ['game', game, 'history', version],
    queryFn: ({ signal }) => api.call(readHistory, { params: { id: game }, signal }),
    placeholderData: (before) => before,
    refetchInterval: refreshEvery(false),
    enabled: api.extensions.supported,
    retry: false,
  })

/** Of now, for those who watch the game. */
export const historyQuery = (api: Api, game: number, participation: number) =>
  queryOptions({
    queryKey: ['watch', game, 'history', participation],
    queryFn: ({ signal }) => api.call(readHistoryOf, { params: { id: game, pid: participation }, signal }),
    refetchInterval: refreshEvery(false),
    gcTime: 0,
  })
