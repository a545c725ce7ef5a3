import { readLiveScoreboard, readScoreboard } from '@pennant/contract/scoreboard'
import { type QueryFunction, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { CachedBoard } from './read-board.ts'

export type BoardKey = readonly ['game', number, 'scoreboard']
export type LiveBoardKey = readonly ['watch', number, 'scoreboard']

const reader =
  <Key extends BoardKey | LiveBoardKey>(
    api: Api,
    route: typeof readScoreboard | typeof readLiveScoreboard,
    queryKey: Key,
  ): QueryFunction<CachedBoard, Key> =>
  async ({ signal, client }) => {
    // The browser sends its tag, and answers from its cache if nothing changed.
    const response = await api.ask(route, { params: { id: queryKey[1] }, signal })
    // Loaded with the page: prefetching must need only this file.
    const { readUnlessCached } = await import('./read-board.ts')
    return readUnlessCached(response, client.getQueryData<CachedBoard>(queryKey), signal)
  }

const shared = {
  select: ({ board }: CachedBoard) => board,
  // A deep comparison of two boards takes longer than drawing one.
  structuralSharing: false,
}

export const boardAnswer = (api: Api, id: number) => {
  const queryKey: BoardKey = ['game', id, 'scoreboard']
  return queryOptions({ queryKey, queryFn: reader(api, readScoreboard, queryKey), ...shared })
}

/** Of now. Never stored: not everybody who uses this browser may see it. */
export const liveBoardAnswer = (api: Api, id: number) => {
  const queryKey: LiveBoardKey = ['watch', id, 'scoreboard']
  return queryOptions({ queryKey, queryFn: reader(api, readLiveScoreboard, queryKey), ...shared, gcTime: 0 })
}
