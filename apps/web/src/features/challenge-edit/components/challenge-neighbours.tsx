import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type ChallengeRef, challengesToEditQuery } from '../queries.ts'
import classes from './challenge-head.module.css'

export const ChallengeNeighbours = ({
  challengeRef,
  part = '',
}: {
  challengeRef: ChallengeRef
  part?: '' | '/flags'
}) => {
  const { t } = useTranslation('organise')
  const { data = [] } = useQuery(challengesToEditQuery(useApi(), challengeRef.game))
  const at = data.findIndex(({ id }) => id === challengeRef.challenge)
  const [previous, next] = at === -1 ? [] : [data[at - 1], data[at + 1]]
  const to = (id: number): string => `/admin/games/${challengeRef.game}/challenges/${id}${part}`
  return (
    <nav className={classes.neighbours} aria-label={t('challenge.neighbours')}>
      {previous !== undefined && (
        <Link to={to(previous.id)} className={classes.neighbour}>
          <Icon name="left" size={16} />
          {t('challenge.before', { title: previous.title })}
        </Link>
      )}
      {next !== undefined && (
        <Link to={to(next.id)} className={classes.neighbour} data-next>
          {t('challenge.after', { title: next.title })}
          <Icon name="right" size={16} />
        </Link>
      )}
    </nav>
  )
}
