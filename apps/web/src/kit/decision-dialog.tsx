import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Decision } from './decision.ts'

type Props = {
  decision: Decision
  /** Whom it is about. */
  teams: readonly string[]
  pending: boolean
  onConfirm: () => void
  onDecline: () => void
}

const mostNamed = 8

/** Says what a decision does to whom, before it is made. */
export const DecisionDialog = ({ decision, teams, pending, onConfirm, onDecline }: Props) => {
  const { t } = useTranslation('desk')
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
          {teams.slice(0, mostNamed).join(' · ')}
          {more > 0 && ` · ${t('decision.more', { count: more })}`}
        </strong>
      </p>
      <p>{t(`decision.does.${decision}`)}</p>
    </ConfirmDialog>
  )
}
