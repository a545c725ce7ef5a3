import { readLiveScoreboard } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { CachedBoard } from './read-board.ts'

/** Of now. Never stored: not everybody who uses this browser may see it. */
export const liveBoardAnswer = (api: Api, id: number) => {
  const queryKey = ['watch', id, 'scoreboard'] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<CachedBoard> => {
      const response = await api.ask(readLiveScoreboard, { params: { id }, signal })
      const { readUnlessCached } = await import('./read-board.ts')
      return readUnlessCached(response, client.getQueryData<CachedBoard>(queryKey), signal)
    },
    select: ({ board }) => board,
    structuralSharing: false,
    gcTime: 0,
  })
}
