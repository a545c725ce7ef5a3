import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { detailsQuery } from '../../features/challenge/queries.ts'
import classes from './standing.module.css'

/** What is known of the own team; asks for nothing. */
export const Standing = ({ game }: { game: number }) => {
  const { t } = useTranslation('play')
  const { data } = useQuery({ ...detailsQuery(useApi(), game, false), enabled: false })
  if (data === undefined) return null
  const { rank, challengeCount } = data
  const facts = [
    [t('standing.rank'), rank.rank === 0 ? '–' : String(rank.rank)],
    [t('standing.score'), String(rank.score)],
    [t('standing.solved'), `${rank.solvedChallenges.length}/${challengeCount}`],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
