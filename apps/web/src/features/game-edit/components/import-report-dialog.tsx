import type { ImportReport } from '@pennant/contract/transfer'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './import-report-dialog.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = { report: ImportReport; onClose: () => void; onOpen: () => void }

/** The server keeps no report, so a click beside it must not close it. */
export const ImportReportDialog = ({ report: { changes, more }, onClose, onOpen }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  return (
    <Dialog
      firm
      title={t('games.imported')}
      close={staff('close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{staff('close')}</Button>
          <Button kind="primary" onClick={onOpen}>
            {t('games.openImported')}
          </Button>
        </>
      }
    >
      <Callout tone="caution" title={t('games.importChanges', { count: changes.length + more })} alert>
        <p>{t('games.importChangesText')}</p>
      </Callout>
      <ul className={classes.list}>
        {changes.map(({ where, challenge, code, title }) => (
          <li key={`${where} ${code}`}>
            {challenge !== null && <strong>{challenge}</strong>}
            <code>{where}</code>
            <span>
              <Name>{title}</Name>
            </span>
          </li>
        ))}
        {more > 0 && <li>{t('flags.more', { count: more })}</li>}
      </ul>
    </Dialog>
  )
}
