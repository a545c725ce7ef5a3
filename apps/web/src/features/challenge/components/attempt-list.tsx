import type { Attempt } from '@pennant/contract/submission'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { Icon } from '../../../ui/icon.tsx'
import classes from './attempt-list.module.css'

export const AttemptList = ({ attempts }: { attempts: readonly Attempt[] }) => {
  const { t } = useTranslation('play')
  return (
    <details className={classes.attempts}>
      <summary>{t('attempts.title', { count: attempts.length })}</summary>
      <ol className={classes.list}>
        {attempts.map(({ answer, status, time, user }) => (
          <li key={`${time} ${answer}`} className={classes.item} data-status={status}>
            <Icon name={status === 'Accepted' ? 'check' : 'cross'} size={14} />
            <code className={classes.answer}>{answer}</code>
            <span className={classes.who}>
              {user} · <Moment at={time} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
