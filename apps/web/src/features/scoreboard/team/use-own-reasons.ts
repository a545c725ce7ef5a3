import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../../../api/context.ts'
import { useSignedNumber } from '../../../i18n/number.ts'
import { ownHistoryQuery } from '../../../kit/score-history/query.ts'
import type { BoardTeam } from '../board.ts'
import { stateOf } from './own-team.ts'

const none: readonly string[] = []

/** Why the own team has its points by hand. Only its members are told, and nothing that the board doesn't show. */
export const useOwnReasons = (game: number, team: BoardTeam | undefined): readonly string[] => {
  const api = useApi()
  const signed = useSignedNumber()
  const { adjustment = 0 } = team ?? {}
  const enabled = adjustment !== 0 && api.extensions.supported
  const { data } = useQuery({
    ...ownHistoryQuery(api, game, team === undefined ? '' : stateOf(team)),
    enabled,
  })
  return useMemo(() => {
    const byHand = data?.filter(({ what }) => what === 'Given' || what === 'TakenBack') ?? []
    if (!enabled || byHand.reduce((sum, { points }) => sum + points, 0) !== adjustment) return none
    return byHand.map(({ points, reason = '' }) => `${signed(points)} ${reason}`)
  }, [data, enabled, adjustment, signed])
}
