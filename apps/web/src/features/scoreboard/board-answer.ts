import { readScoreboard } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { Board } from './board.ts'

export type BoardKey = readonly ['game', number, 'scoreboard']
export type HeldBoard = { tag: string | null; board: Board }

/** The board of a game, without how often it is asked for. */
export const boardAnswer = (api: Api, id: number) => {
  const queryKey: BoardKey = ['game', id, 'scoreboard']
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<HeldBoard> => {
      // The browser sends along the tag it has, and answers itself when nothing has changed.
      const response = await api.ask(readScoreboard, { params: { id }, signal })
      const tag = response.headers.get('etag')
      const held = client.getQueryData<HeldBoard>(queryKey)
      if (held !== undefined && tag !== null && tag === held.tag) {
        await response.body?.cancel()
        return held
      }
      // Comes with the page. Asking ahead of the page takes only what is in this file.
      const { readBoard } = await import('./read-board.ts')
      return { tag, board: await readBoard(response, signal) }
    },
    select: ({ board }) => board,
    // Comparing two boards by their members would take longer than drawing one.
    structuralSharing: false,
  })
}
