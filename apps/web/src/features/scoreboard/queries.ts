import { readScoreboard } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { refreshEvery, refreshMs } from '../../api/refresh.ts'
import type { Board } from './board.ts'
import { readBoard } from './read-board.ts'

/** An answer of the last second before the end may miss what came in that second. */
const graceMs = 2_000

type Game = { id: number; end: number; practiceMode: boolean }

type Held = { tag: string | null; board: Board }

/** `live` while changes are pushed; else they are asked for until the game is over. */
export const boardQuery = (api: Api, { id, end, practiceMode }: Game, live: boolean) => {
  const queryKey = ['game', id, 'scoreboard'] as const
  const over = practiceMode ? Number.POSITIVE_INFINITY : end + graceMs
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Held> => {
      // The browser sends along the tag it has, and answers itself when nothing has changed.
      const response = await api.ask(readScoreboard, { params: { id }, signal })
      const tag = response.headers.get('etag')
      const held = client.getQueryData<Held>(queryKey)
      if (held !== undefined && tag !== null && tag === held.tag) {
        await response.body?.cancel()
        return held
      }
      return { tag, board: await readBoard(response, signal) }
    },
    select: ({ board }) => board,
    // Comparing two boards by their members would take longer than drawing one.
    structuralSharing: false,
    refetchInterval: (query) =>
      refreshEvery(live || query.state.dataUpdatedAt + api.time.offset() > over ? false : refreshMs)(query),
  })
}
