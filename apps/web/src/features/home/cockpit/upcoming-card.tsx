import type { OwnGame } from '@pennant/contract/game'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTimeLeft } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useNow } from '../../../kit/use-now.ts'
import { Name } from '../../../ui/name.tsx'
import classes from './lead-card.module.css'

export const UpcomingCard = ({ game }: { game: OwnGame }) => {
  const { t } = useTranslation('cockpit')
  const language = useLanguage()
  const left = game.start - useNow()
  return (
    <section className={classes.card} aria-labelledby="upcoming">
      <h1 id="upcoming" className={classes.title}>
        <Link to={`/games/${game.id}`}>
          <Name>{game.title}</Name>
        </Link>
      </h1>
      <p className={classes.count}>
        <span>{t('cockpit.startsIn')}</span>
        <bdi className={classes.figures} role="timer" dir="ltr">
          {formatTimeLeft(language, left)}
        </bdi>
      </p>
      {game.status === 'Pending' && <p className={classes.note}>{t('cockpit.review')}</p>}
    </section>
  )
}
