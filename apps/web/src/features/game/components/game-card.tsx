import { isEndless } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDuration } from '../../../i18n/duration.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PennantMark } from '../../../ui/icon.tsx'
import type { ListedGame } from '../game-list.ts'
import classes from './game-card.module.css'
import { PhaseBadge } from './phase-badge.tsx'
import { Name } from '../../../ui/name.tsx'

export const GameCard = ({ game, now }: { game: ListedGame; now: number }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const until = {
    upcoming: t('game.startsIn', { time: formatDuration(language, game.start - now) }),
    running: isEndless(game, now)
      ? t('common.noEnd')
      : t('game.endsIn', { time: formatDuration(language, game.end - now) }),
    ended: t('game.lasted', { time: formatDuration(language, game.end - game.start) }),
  }[game.phase]

  return (
    <Link className={classes.card} to={`/games/${game.id}`}>
      <div className={classes.image}>
        {game.poster === null ? (
          <PennantMark size={40} />
        ) : (
          <img src={game.poster} alt="" loading="lazy" className={classes.poster} />
        )}
      </div>
      <div className={classes.words}>
        <div className={classes.facts}>
          <PhaseBadge phase={game.phase} />
          <Badge>{game.limit === 0 ? t('game.anySize') : t('game.size', { count: game.limit })}</Badge>
        </div>
        <h2 className={classes.title}>
          <Name>{game.title}</Name>
        </h2>
        {game.summary !== '' && <p className={classes.summary}>{game.summary}</p>}
        <p className={classes.times}>
          <Moment at={game.start} /> – <Moment at={game.end} />
        </p>
        <p className={classes.until}>{until}</p>
      </div>
    </Link>
  )
}
