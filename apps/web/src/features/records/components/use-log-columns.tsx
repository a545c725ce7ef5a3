import { logLevels } from '@pennant/contract/enums'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { formatMoment } from '../../../i18n/date.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import type { LogRow } from '../use-log-tail.ts'
import classes from './records.module.css'

const levelTones: Readonly<Record<string, BadgeTone>> = {
  Warning: 'caution',
  Error: 'danger',
  Fatal: 'danger',
}
const statusTones: Readonly<Record<string, BadgeTone>> = {
  Success: 'good',
  Failed: 'danger',
  Denied: 'danger',
  Unhealthy: 'danger',
  Degraded: 'caution',
  Pending: 'caution',
  Duplicate: 'news',
  NotFound: 'neutral',
  Exit: 'neutral',
}

export const useLogColumns = (): Column<LogRow>[] => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const language = useLanguage()
  return [
    {
      id: 'time',
      header: t('logs.time'),
      width: '15.25rem',
      cell: ({ time }) => <Moment at={time} seconds />,
    },
    {
      id: 'level',
      header: t('logs.level'),
      width: '8rem',
      cell: ({ level }) => {
        const known = logLevels.find((one) => one === level)
        return (
          <Badge tone={levelTones[level] ?? 'neutral'}>
            {known === undefined ? level : t(`logs.level.${known}`)}
          </Badge>
        )
      },
    },
    {
      id: 'status',
      header: field('status'),
      width: '7rem',
      cell: ({ status }) =>
        status === null ? (
          '–'
        ) : (
          <Badge tone={statusTones[status] ?? 'neutral'}>{t(`logs.status.${status}`)}</Badge>
        ),
    },
    { id: 'user', header: t('logs.user'), width: '9rem', cell: ({ name }) => name ?? '–' },
    {
      id: 'address',
      header: t('logs.address'),
      width: '9rem',
      cell: ({ ip }) => <span className={classes.code}>{ip ?? '–'}</span>,
    },
    {
      id: 'message',
      header: t('logs.message'),
      width: 'minmax(18rem, 1fr)',
      narrow: 'plain',
      cell: ({ msg, count, last }) => (
        <Message
          text={msg}
          repeats={
            count === undefined || last === undefined
              ? null
              : t('logs.repeatsUntil', { count, last: formatMoment(language, last, { seconds: true }) })
          }
        />
      ),
    },
  ]
}

const longFrom = 160

const Message = ({ text, repeats }: { text: string; repeats: string | null }) => {
  const { t } = useTranslation('admin')
  const [whole, setWhole] = useState(false)
  const isLong = text.length > longFrom || text.includes('\n')
  return (
    <div className={classes.line}>
      <div>
        <p className={classes.message} data-short={(isLong && !whole) || undefined}>
          {text}
        </p>
        {repeats !== null && <p className={classes.repeats}>{repeats}</p>}
        {isLong && (
          <button
            type="button"
            className={classes.more}
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {t(whole ? 'logs.less' : 'logs.more')}
          </button>
        )}
      </div>
      <CopyText text={text} label={t('logs.copy')} />
    </div>
  )
}
