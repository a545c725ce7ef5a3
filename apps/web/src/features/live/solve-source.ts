import { listSolves } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { refreshEvery, slowRefreshMs } from '../../api/refresh.ts'
import { type GameStore, mostSolves } from '../../live/game-store.ts'
import type { LiveSolve } from '../../live/live-solve.ts'

export type SolveSource = {
  game: number
  store: GameStore
  /** That of the reader. */
  team: number | null
  /** Those that notices tell of, and those of the own team. */
  known: readonly LiveSolve[]
}

/** Compatible servers have no such route. */
export const latestSolvesQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['game', game, 'solves', 'all'],
    queryFn: ({ signal }) =>
      api.call(listSolves, { params: { id: game }, query: { count: mostSolves }, signal }),
    refetchInterval: refreshEvery(slowRefreshMs),
  })
