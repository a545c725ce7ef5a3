import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useLeaveGuard } from './use-draft.ts'

export const LeaveDialog = ({ unsaved }: { unsaved: boolean }) => {
  const { t } = useTranslation('staff')
  const guard = useLeaveGuard(unsaved)
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
