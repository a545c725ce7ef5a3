import { readHistory, readHistoryOf, readHistoryOfTeam } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { refreshEvery } from '../../api/refresh.ts'

/**
 * `state` is what the board says of the team: its history is asked for when that changes, not with each board, of
 * which thousands of players may each get one a second.
 */
export const ownHistoryQuery = (api: Api, game: number, state: string) =>
  queryOptions({
    queryKey: ['game', game, 'history', state],
    queryFn: ({ signal }) => api.call(readHistory, { params: { id: game }, signal }),
    placeholderData: (before) => before,
    refetchInterval: refreshEvery(false),
    retry: false,
  })

/** `at`: as it was at that moment. */
export type HistoryOf = ({ participation: number } | { team: number }) & { at?: number | null }

/** For those who watch the game. */
export const historyQuery = (api: Api, game: number, of: HistoryOf) =>
  queryOptions({
    queryKey: ['watch', game, 'history', of],
    queryFn({ signal }) {
      const query = of.at == null ? {} : { at: of.at }
      return 'team' in of
        ? api.call(readHistoryOfTeam, { params: { id: game, tid: of.team }, query, signal })
        : api.call(readHistoryOf, { params: { id: game, pid: of.participation }, query, signal })
    },
    refetchInterval: refreshEvery(false),
    gcTime: 0,
  })
