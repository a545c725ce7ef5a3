import type { OwnGame } from '@pennant/contract/game'
import { isEndless, phaseOf } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDuration } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Name } from '../../../ui/name.tsx'
import classes from './game-rows.module.css'

export const GameRows = ({ games }: { games: readonly OwnGame[] }) => {
  const { t } = useTranslation('cockpit')
  const language = useLanguage()
  const now = useMinute()
  return (
    <ul className={classes.rows} aria-label={t('cockpit.otherGames')}>
      {games.map((game) => {
        const { id, title, joined, status, start, end } = game
        const when =
          phaseOf(game, now) === 'upcoming'
            ? t('home.startsIn', { time: formatDuration(language, start - now) })
            : isEndless(game, now)
              ? t('common.noEnd')
              : t('home.endsIn', { time: formatDuration(language, end - now) })
        return (
          <li key={id}>
            <Link className={classes.row} to={joined ? `/games/${id}` : `/games/${id}/join`}>
              <strong className={classes.title}>
                <Name>{title}</Name>
              </strong>
              {!joined && <span className={classes.join}>{t('cockpit.join')}</span>}
              {status === 'Pending' && <span>{t('cockpit.pending')}</span>}
              <span className={classes.when}>{when}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
