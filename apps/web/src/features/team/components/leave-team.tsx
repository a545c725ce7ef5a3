import type { TeamInfo } from '@pennant/contract/team'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShowFailure } from '../../../kit/use-show-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import type { TeamActions } from '../queries.ts'

type Props = {
  team: TeamInfo
  leads: boolean
  actions: Pick<TeamActions, 'leave' | 'disband'>
  onDone: () => void
}

export const LeaveTeam = ({ team, leads, actions, onDone }: Props) => {
  const { t } = useTranslation('team')
  const toasts = useToasts()
  const showFailure = useShowFailure()
  const [asking, setAsking] = useState(false)
  const action = leads ? actions.disband : actions.leave
  const label = leads ? t('team.disband') : t('team.leave')

  return (
    <>
      <Button
        kind="danger"
        disabled={team.locked || (leads && team.played === true)}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          danger
          title={
            leads ? t('team.disbandTitle', { name: team.name }) : t('team.leaveTitle', { name: team.name })
          }
          confirm={label}
          decline={t('common.cancel')}
          pending={action.isPending}
          onDecline={() => setAsking(false)}
          onConfirm={() =>
            action.mutate(team.id, {
              onSuccess: () => {
                toasts.show({ tone: 'good', title: leads ? t('team.disbanded') : t('team.left') })
                onDone()
              },
              onError: showFailure,
              onSettled: () => setAsking(false),
            })
          }
        >
          <p>
            {leads
              ? t('team.disbandWarning', { name: team.name })
              : t('team.leaveWarning', { name: team.name })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
