import type { Decision } from '@pennant/contract/participation'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { WhatIfSection } from './what-if/preview.tsx'

type Props = {
  decision: Decision
  game: number
  teams: readonly { id: number; name: string }[]
  pending: boolean
  onConfirm: () => void
  onDecline: () => void
}

const mostNamed = 8

const kinds = { Accepted: 'acceptTeams', Rejected: 'excludeTeams', Suspended: 'excludeTeams' } as const

export const DecisionDialog = ({ decision, game, teams, pending, onConfirm, onDecline }: Props) => {
  const { t } = useTranslation('staff')
  const teamIds = teams.map(({ id }) => id)
  const more = teams.length - mostNamed
  return (
    <ConfirmDialog
      title={t('decision.ask', { count: teams.length, action: t(`decision.to.${decision}`) })}
      confirm={t(`decision.to.${decision}`)}
      decline={t('cancel')}
      danger={decision === 'Suspended' || decision === 'Rejected'}
      pending={pending}
      onConfirm={onConfirm}
      onDecline={onDecline}
    >
      <p>
        <strong>
          {teams
            .slice(0, mostNamed)
            .map(({ name }) => name)
            .join(' · ')}
          {more > 0 && ` · ${t('decision.more', { count: more })}`}
        </strong>
      </p>
      <p>{t(`decision.does.${decision}`)}</p>
      {decision !== 'Pending' && <WhatIfSection game={game} change={{ kind: kinds[decision], teamIds }} />}
    </ConfirmDialog>
  )
}
