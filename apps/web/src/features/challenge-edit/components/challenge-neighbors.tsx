import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type ChallengeRef, challengesToEditQuery } from '../queries.ts'
import classes from './challenge-head.module.css'

export type ChallengePart = '' | '/flags' | '/changes'

export const ChallengeNeighbors = ({
  challengeRef,
  part = '',
}: {
  challengeRef: ChallengeRef
  part?: ChallengePart
}) => {
  const { t } = useTranslation('organise')
  const { data = [] } = useQuery(challengesToEditQuery(useApi(), challengeRef.game))
  const at = data.findIndex(({ id }) => id === challengeRef.challenge)
  const [previous, next] = at === -1 ? [] : [data[at - 1], data[at + 1]]
  const to = (id: number): string => `/admin/games/${challengeRef.game}/challenges/${id}${part}`
  return (
    <nav className={classes.neighbors} aria-label={t('challenge.neighbors')}>
      {previous !== undefined && (
        <Link to={to(previous.id)} className={classes.neighbor}>
          <Icon name="left" size={16} />
          {t('challenge.before', { title: previous.title })}
        </Link>
      )}
      {next !== undefined && (
        <Link to={to(next.id)} className={classes.neighbor} data-next>
          {t('challenge.after', { title: next.title })}
          <Icon name="right" size={16} />
        </Link>
      )}
    </nav>
  )
}
