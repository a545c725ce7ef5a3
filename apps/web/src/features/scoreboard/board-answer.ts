import { readScoreboard } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { HeldBoard } from './read-board.ts'

export type BoardKey = readonly ['game', number, 'scoreboard']

/** The board of a game, without how often it is asked for. */
export const boardAnswer = (api: Api, id: number) => {
  const queryKey: BoardKey = ['game', id, 'scoreboard']
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<HeldBoard> => {
      // The browser sends along the tag it has, and answers itself when nothing has changed.
      const response = await api.ask(readScoreboard, { params: { id }, signal })
      // Comes with the page. Asking ahead of the page takes only what is in this file.
      const { readUnlessHeld } = await import('./read-board.ts')
      return readUnlessHeld(response, client.getQueryData<HeldBoard>(queryKey), signal)
    },
    select: ({ board }) => board,
    // Comparing two boards by their members would take longer than drawing one.
    structuralSharing: false,
  })
}
