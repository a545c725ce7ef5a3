import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useLeaveGuard } from './use-draft.ts'

type Props = { unsaved: boolean; pageAt?: (path: string) => string }

export const LeaveDialog = ({ unsaved, pageAt }: Props) => {
  const { t } = useTranslation('staff')
  const guard = useLeaveGuard(unsaved, pageAt)
  if (!guard.asked) return null
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirm={t('leave.go')}
      decline={t('leave.stay')}
      onConfirm={guard.leave}
      onDecline={guard.stay}
    >
      <p>{t('leave.text')}</p>
    </ConfirmDialog>
  )
}
