import type { Recorded } from '@pennant/contract/record'
import { readHistory, readHistoryOf } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { refreshEvery } from '../../api/refresh.ts'
import { askRecord } from '../../api/whole-boards.ts'

/** Asked for with each new board. */
export const ownHistoryQuery = (api: Api, game: number, version: number | undefined) =>
  queryOptions({
    queryKey: ['game', game, 'history', version],
    queryFn: ({ signal }) => api.call(readHistory, { params: { id: game }, signal }),
    placeholderData: (before) => before,
    refetchInterval: refreshEvery(false),
    enabled: api.extensions.supported,
    retry: false,
  })

export type HistoryOf = { participation: number } | { team: number }

/** Of now, for those who watch the game. */
export const historyQuery = (api: Api, game: number, of: HistoryOf) =>
  queryOptions({
    queryKey: ['watch', game, 'history', of],
    async queryFn({ signal }) {
      const pid = 'participation' in of ? of.participation : await participationOf(api, game, of.team, signal)
      return pid === null ? [] : api.call(readHistoryOf, { params: { id: game, pid }, signal })
    },
    refetchInterval: refreshEvery(false),
    gcTime: 0,
  })

/** Boards only name teams. */
const participationOf = async (
  api: Api,
  game: number,
  team: number,
  signal: AbortSignal,
): Promise<number | null> => {
  const record = JSON.parse(new TextDecoder().decode(await askRecord(api, game, signal))) as Recorded
  return record.teams.find(({ teamId }) => teamId === team)?.participationId ?? null
}
