import type { GameInfo } from '@pennant/contract/game'
import { phaseOf } from '@pennant/rules/game/phase'
import { readinessOf } from '@pennant/rules/game/readiness'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { statusQuery } from '../../../api/queries/status.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useMinute } from '../../../kit/use-now.ts'
import { capturesLeftQuery, challengesToEditQuery, divisionsToEditQuery, overviewQuery } from '../queries.ts'
import { ReadinessPanel } from './readiness-panel.tsx'

export const Readiness = ({ game }: { game: GameInfo }) => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const api = useApi()
  const now = useMinute()
  const challenges = useQuery(challengesToEditQuery(api, game.id))
  const divisions = useQuery(divisionsToEditQuery(api, game.id))
  const overview = useQuery(overviewQuery(api, game.id))
  // Checks of the whole installation are slow and rarely change.
  const { data: status } = useQuery({ ...statusQuery(api), refetchInterval: false, staleTime: 60_000 })
  const phase = phaseOf(game, now)
  const captured = useQuery({ ...capturesLeftQuery(api, game.id), enabled: phase === 'ended' })
  return (
    <Loaded query={challenges} failed={p('challenges.failed')}>
      {(list) => (
        <Loaded query={divisions} failed={t('divisions.failed')}>
          {(parts) => (
            <ReadinessPanel
              game={game}
              phase={phase}
              findings={readinessOf({
                game,
                challenges: list,
                divisions: parts,
                now,
                overview: overview.data,
                captures: captured.data,
                warnings: status?.warnings ?? [],
              })}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
