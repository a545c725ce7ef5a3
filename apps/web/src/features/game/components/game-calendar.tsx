import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDay } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { Moment } from '../../../i18n/moment.tsx'
import { calendarOf } from '../calendar.ts'
import type { ListedGame } from '../game-list.ts'
import classes from './game-calendar.module.css'
import { Name } from '../../../ui/name.tsx'

// Fewer leave nothing to compare.
const fewest = 2

const percent = (share: number): string => `${share * 100}%`

/** The cards say the same in words. */
export const GameCalendar = ({ games, now }: { games: readonly ListedGame[]; now: number }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const calendar = calendarOf(games, now)
  if (calendar.games.length < fewest) return null
  return (
    <section
      className={classes.calendar}
      aria-labelledby="calendar"
      style={{ '--now': percent(calendar.now) } as CSSProperties}
    >
      <div className={classes.row}>
        <h2 id="calendar" className={classes.heading}>
          {t('games.calendar')}
        </h2>
        <div className={classes.weeks} aria-hidden="true">
          {calendar.weeks.slice(0, -1).map((week) => (
            <span key={week}>{formatDay(language, week)}</span>
          ))}
        </div>
      </div>
      <ul className={classes.games}>
        {calendar.games.map(({ game, from, to }) => (
          <li key={game.id}>
            <Link className={classes.row} to={`/games/${game.id}`}>
              <span className={classes.title}>
                <Name>{game.title}</Name>
                <VisuallyHidden>
                  {' '}
                  <Moment at={game.start} /> – <Moment at={game.end} />
                </VisuallyHidden>
              </span>
              <span className={classes.line} aria-hidden="true">
                <span
                  className={classes.bar}
                  data-phase={game.phase}
                  style={{ insetInlineStart: percent(from), width: percent(to - from) }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
