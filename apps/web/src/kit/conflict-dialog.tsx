import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import classes from './conflict-dialog.module.css'
import { Dialog } from '../ui/dialog.tsx'

export type Difference = { name: string; label: string; mine: string; theirs: string }

type Props = {
  differences: readonly Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
  pending: boolean
}

export const ConflictDialog = ({ differences, onKeepMine, onTakeTheirs, onClose, pending }: Props) => {
  const { t } = useTranslation('staff')
  return (
    <Dialog
      title={t('conflict.title')}
      close={t('close')}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onTakeTheirs}>{t('conflict.takeTheirs')}</Button>
          <Button kind="primary" pending={pending} onClick={onKeepMine}>
            {t('conflict.keepMine')}
          </Button>
        </>
      }
    >
      <p>{t('conflict.text')}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.mine')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, label, mine, theirs }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>
                <pre>{mine}</pre>
              </td>
              <td>
                <pre>{theirs}</pre>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
