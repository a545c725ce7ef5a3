import { type Change, isEmpty } from '@pennant/rules/scoreboard/what-if'
import { hasStarted } from '@pennant/rules/game/phase'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { gameToEditQuery } from '../../api/queries/game-to-edit.ts'
import { whatIfQuery } from './query.ts'

export type Weight = {
  /** The game runs or is over: players see what is changed. */
  started: boolean
  /** The board changes by it, or nobody can say that it doesn't. */
  board: boolean
}

/** As long as it takes to show what was just computed. */
const keptMs = 5_000

/** Finds out what a change means for players before it is made. Null changes nothing on the board. */
export const useWeigh = (game: number): ((change: Change | null) => Promise<Weight>) => {
  const api = useApi()
  const queries = useQueryClient()
  return async (change) => {
    try {
      const { data } = await queries.query(gameToEditQuery(api, game))
      if (!hasStarted(data, api.time.now())) return { started: false, board: false }
      if (change === null) return { started: true, board: false }
      if (!api.additions.known) return { started: true, board: true }
      const query = { ...whatIfQuery(api, game, change), staleTime: 0, gcTime: keptMs }
      return { started: true, board: !isEmpty(await queries.query(query)) }
    } catch {
      return { started: true, board: change !== null }
    }
  }
}
