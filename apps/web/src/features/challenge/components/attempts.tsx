import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { attemptsQuery } from '../attempts.ts'
import type { ChallengeRef } from '../queries.ts'
import classes from './attempts.module.css'

export const Attempts = ({ challengeRef }: { challengeRef: ChallengeRef }) => {
  const { t } = useTranslation('play')
  const { data } = useQuery(attemptsQuery(useApi(), challengeRef))
  if (data === undefined || data.length === 0) return null
  return (
    <details className={classes.attempts}>
      <summary>{t('attempts.title', { count: data.length })}</summary>
      <ol className={classes.list}>
        {data.map(({ answer, status, time, user }) => (
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
