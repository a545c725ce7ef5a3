import type { GameNotice } from '@pennant/contract/hub'
import { readNotices } from '@pennant/contract/notice'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { fastRefreshMs, pushed, refreshEvery, slowRefreshMs } from '../../api/refresh.ts'

export const noticesQuery = (api: Api, game: number, polled = false) =>
  queryOptions({
    queryKey: ['game', game, 'notices'],
    queryFn: ({ signal }) => api.call(readNotices, { params: { id: game }, query: {}, signal }),
    ...(polled ? {} : pushed),
    refetchInterval: refreshEvery(polled ? fastRefreshMs : slowRefreshMs),
  })

export const withNotice = (known: readonly GameNotice[], heard: GameNotice): GameNotice[] => [
  heard,
  ...known.filter(({ id }) => id !== heard.id),
]
