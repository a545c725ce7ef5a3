import type { Stuck } from '@pennant/rules/watch/stuck'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import classes from './stuck-list.module.css'
import { Name } from '../../../ui/name.tsx'

export const StuckList = ({ game, stuck }: { game: number; stuck: readonly Stuck[] }) => {
  const { t } = useTranslation('monitor')
  if (stuck.length === 0) return null
  return (
    <section aria-labelledby="stuck">
      <h3 id="stuck" className={classes.heading}>
        {t('watch.stuck.title')}
      </h3>
      <ul className={classes.list}>
        {stuck.map(({ challenge, why }) => (
          <li key={challenge.id} className={classes.item}>
            <Icon name="warning" />
            <Link to={`/games/${game}/monitor/submissions?challenge=${challenge.id}`}>
              <Name>{challenge.title}</Name>
            </Link>
            <span>{t(`watch.stuck.${why}`, { tried: challenge.tried, wrong: challenge.wrong })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
