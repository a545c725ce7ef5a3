import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './people.module.css'

type Props = { name: string; password: string; onClose: () => void }

export const SecretDialog = ({ name, password, onClose }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  return (
    <Dialog
      firm
      size="narrow"
      title={t('users.newPassword', { name })}
      close={staff('close')}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {staff('close')}
        </Button>
      }
    >
      <p className={classes.secret}>
        <span>{password}</span>
        <CopyText text={password} label={t('users.copyPassword')} />
      </p>
      <p>{t('users.shownOnce')}</p>
    </Dialog>
  )
}
