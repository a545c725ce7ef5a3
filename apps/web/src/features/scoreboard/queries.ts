import { readHistory } from '@pennant/contract/scoreboard'
import { queryOptions, type Query } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { fastRefreshMs, pushed, refreshEvery } from '../../api/refresh.ts'
import { type BoardKey, boardAnswer } from './board-answer.ts'
import type { CachedBoard } from './read-board.ts'

/** An answer of the last second may miss what came in that second. */
const graceMs = 2_000

type Game = { id: number; end: number; practiceMode: boolean }

export const boardQuery = (api: Api, { id, end, practiceMode }: Game, live: boolean) => {
  const over = practiceMode ? Number.POSITIVE_INFINITY : end + graceMs
  return {
    ...boardAnswer(api, id),
    ...(live ? pushed : {}),
    refetchInterval: (query: Query<CachedBoard, Error, CachedBoard, BoardKey>): number | false =>
      refreshEvery(live || query.state.dataUpdatedAt + api.time.offset() > over ? false : fastRefreshMs)(
        query,
      ),
  }
}

/** Asked for with each new board. */
export const historyQuery = (api: Api, game: number, version: number | undefined) =>
  queryOptions({
    queryKey: ['game', game, 'history', version],
    queryFn: ({ signal }) => api.call(readHistory, { params: { id: game }, signal }),
    placeholderData: (before) => before,
    refetchInterval: refreshEvery(false),
    enabled: api.extensions.supported,
    retry: false,
  })
