import type { Query } from '@tanstack/react-query'
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
