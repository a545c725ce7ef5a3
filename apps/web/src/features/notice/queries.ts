import type { GameNotice } from '@pennant/contract/hub'
import { readNotices } from '@pennant/contract/notice'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { unlessFailed } from '../../api/early.ts'

export const noticesQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['game', game, 'notices'],
    queryFn: ({ signal }) => api.call(readNotices, { params: { id: game }, query: {}, signal }),
    refetchInterval: unlessFailed(false),
  })

/** With one that was just heard; one that is known already changes its place only. */
export const withNotice = (known: readonly GameNotice[], heard: GameNotice): GameNotice[] => [
  heard,
  ...known.filter(({ id }) => id !== heard.id),
]
