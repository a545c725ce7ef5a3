import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShowFailure } from '../../../kit/use-show-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import type { TeamActions } from '../queries.ts'

type Props = { teamId: number; actions: Pick<TeamActions, 'renew'> }

export const RenewInvite = ({ teamId, actions: { renew } }: Props) => {
  const { t } = useTranslation('team')
  const toasts = useToasts()
  const showFailure = useShowFailure()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" icon={<Icon name="refresh" />} onClick={() => setAsking(true)}>
        {t('team.renewCode')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('team.renewCode')}
          confirm={t('team.renewCode')}
          decline={t('common.cancel')}
          pending={renew.isPending}
          onDecline={() => setAsking(false)}
          onConfirm={() =>
            renew.mutate(teamId, {
              onSuccess: () => toasts.show({ tone: 'good', title: t('team.codeRenewed') }),
              onError: showFailure,
              onSettled: () => setAsking(false),
            })
          }
        >
          <p>{t('team.renewWarning')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
