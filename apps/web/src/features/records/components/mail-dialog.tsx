import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { Moment } from '../../../i18n/moment.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import type { Mail } from '../mail-queries.ts'
import classes from './records.module.css'

type Props = { mail: Mail; onClose: () => void; onDelete: () => void }

export const MailDialog = ({
  mail: { to, subject, time, text, waitsForAddress = false },
  onClose,
  onDelete,
}: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  return (
    <Dialog
      title={subject}
      close={staff('close')}
      onClose={onClose}
      lead={waitsForAddress ? undefined : <CopyText text={text} label={t('mail.copy')} />}
      actions={
        <Button kind="danger" onClick={onDelete}>
          {staff('delete')}
        </Button>
      }
    >
      <Facts
        facts={[
          { name: t('mail.to'), value: to },
          { name: t('mail.time'), value: <Moment at={time} /> },
        ]}
      />
      {waitsForAddress ? (
        <Callout tone="caution" title={t('mail.waits')}>
          <p>{t('mail.waitsText')}</p>
          <LinkButton size="small" to="/admin/settings#address">
            {t('mail.enterAddress')}
          </LinkButton>
        </Callout>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too */}
          <section className={classes.text} tabIndex={0} aria-label={subject}>
            {text}
          </section>
        </>
      )}
    </Dialog>
  )
}
