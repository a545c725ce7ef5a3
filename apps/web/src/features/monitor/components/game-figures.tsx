import type { GameOverview } from '@pennant/contract/watch'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIs } from '../../../api/queries/session.ts'
import { useNumber } from '../../../i18n/number.ts'
import classes from './game-figures.module.css'

const figures = [
  ...(['pending', 'accepted', 'rejected', 'suspended', 'players', 'submissions'] as const),
  ...(['recentSubmissions', 'solves', 'cheats', 'instances', 'writeups'] as const),
]
type Figure = (typeof figures)[number]

const asking: ReadonlySet<Figure> = new Set(['pending', 'cheats'] as const)

export const GameFigures = ({ game, overview }: { game: number; overview: GameOverview }) => {
  const { t } = useTranslation('monitor')
  const write = useNumber()
  const monitor = `/games/${game}/monitor`
  const editor = `/admin/games/${game}`
  const places: Partial<Record<Figure, string>> = {
    submissions: `${monitor}/submissions`,
    recentSubmissions: `${monitor}/submissions`,
    solves: `${monitor}/submissions?type=Accepted`,
    cheats: `${monitor}/cheatinfo`,
    ...(useIs('Admin') && {
      pending: `${editor}/review?status=Pending`,
      accepted: `${editor}/review?status=Accepted`,
      rejected: `${editor}/review?status=Rejected`,
      suspended: `${editor}/review?status=Suspended`,
      instances: '/admin/instances',
      writeups: `${editor}/writeups`,
    }),
  }
  return (
    <ul className={classes.figures} aria-label={t('watch.figures')}>
      {figures.map((figure) => {
        const place = places[figure]
        const name = t(`watch.figure.${figure}`)
        return (
          <li
            key={figure}
            className={classes.figure}
            data-asking={(asking.has(figure) && overview[figure] > 0) || undefined}
          >
            <span className={classes.value}>{write(overview[figure])}</span>
            <span className={classes.name}>
              {place === undefined ? name : <Link to={place}>{name}</Link>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
