import { hasStarted } from '@pennant/rules/game/phase'
import { type Change, isEmpty } from '@pennant/rules/scoreboard/what-if'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { gameToEditQuery } from '../../api/queries/game-to-edit.ts'
import { whatIfQuery } from './query.ts'

export type Impact = {
  started: boolean
  /** Also true if the effect is unknown. */
  board: boolean
}

// Long enough to show what was just computed.
const keptMs = 5_000

export const useImpact = (game: number): ((change: Change | null) => Promise<Impact>) => {
  const api = useApi()
  const queries = useQueryClient()
  return async (change) => {
    try {
      const { data } = await queries.query(gameToEditQuery(api, game))
      if (!hasStarted(data, api.time.now())) return { started: false, board: false }
      if (change === null) return { started: true, board: false }
      if (!api.extensions.supported) return { started: true, board: true }
      const query = { ...whatIfQuery(api, game, change), staleTime: 0, gcTime: keptMs }
      const { difference } = await queries.query(query)
      return { started: true, board: difference === null || !isEmpty(difference) }
    } catch {
      return { started: true, board: change !== null }
    }
  }
}
