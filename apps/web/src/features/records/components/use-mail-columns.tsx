import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import type { Mail } from '../mail-queries.ts'
import classes from './records.module.css'

type Options = {
  onOpen: (mail: Mail) => void
  onConfirm: (mail: Mail) => void
  onDelete: (mail: Mail) => void
}

export const useMailColumns = ({ onOpen, onConfirm, onDelete }: Options): Column<Mail>[] => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  return [
    { id: 'to', header: t('mail.to'), width: 'minmax(12rem, 1fr)', narrow: 'title', cell: ({ to }) => to },
    {
      id: 'subject',
      header: t('mail.subject'),
      width: 'minmax(14rem, 1.5fr)',
      narrow: 'plain',
      cell: ({ subject, waitsForAddress = false }) =>
        waitsForAddress ? (
          <>
            {subject} <Badge tone="caution">{t('mail.waits')}</Badge>
          </>
        ) : (
          subject
        ),
    },
    { id: 'time', header: t('mail.time'), width: '12rem', cell: ({ time }) => <Moment at={time} /> },
    {
      id: 'actions',
      header: staff('actions'),
      width: '20rem',
      narrow: 'plain',
      cell: (mail) => (
        <span className={classes.controls}>
          <Button size="small" onClick={() => onOpen(mail)}>
            {t('mail.read')}
          </Button>
          {mail.confirms !== undefined && (
            <Button size="small" onClick={() => onConfirm(mail)}>
              {t('mail.confirm', { name: mail.confirms })}
            </Button>
          )}
          <Button size="small" onClick={() => onDelete(mail)}>
            {staff('delete')}
          </Button>
        </span>
      ),
    },
  ]
}
