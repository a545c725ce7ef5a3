import { readScoreboard } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { CachedBoard } from './read-board.ts'

export type BoardKey = readonly ['game', number, 'scoreboard']

export const boardAnswer = (api: Api, id: number) => {
  const queryKey: BoardKey = ['game', id, 'scoreboard']
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<CachedBoard> => {
      const cached = client.getQueryData<CachedBoard>(queryKey)
      if (cached !== undefined && api.extensions.supported) {
        const { followBoard } = await import('./follow-board.ts')
        return followBoard(cached, { api, id, signal })
      }
      // The browser sends its tag, and answers from its cache if nothing changed.
      const response = await api.ask(readScoreboard, { params: { id }, signal })
      // Loaded with the page: prefetching must need only this file.
      const { readUnlessCached } = await import('./read-board.ts')
      return readUnlessCached(response, cached, signal)
    },
    select: ({ board }) => board,
    // A deep comparison of two boards takes longer than drawing one.
    structuralSharing: false,
  })
}
