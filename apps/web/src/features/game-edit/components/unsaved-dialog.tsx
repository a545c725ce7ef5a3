import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Name } from '../../../ui/name.tsx'

type Props = { name: string; onDiscard: () => void; onStay: () => void }

export const UnsavedDialog = ({ name, onDiscard, onStay }: Props) => {
  const { t } = useTranslation('staff')
  return (
    <ConfirmDialog
      title={t('unsaved')}
      confirm={t('discard')}
      decline={t('cancel')}
      danger
      onConfirm={onDiscard}
      onDecline={onStay}
    >
      <p>
        <Name>{name}</Name>
      </p>
    </ConfirmDialog>
  )
}
