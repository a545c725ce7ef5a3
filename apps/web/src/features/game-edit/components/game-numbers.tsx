import type { GameOverview } from '@pennant/contract/watch'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useNumber } from '../../../i18n/use-number.ts'
import classes from './game-numbers.module.css'

const teams = ['pending', 'accepted', 'rejected', 'suspended'] as const
const doings = [
  'players',
  'submissions',
  'recentSubmissions',
  'solves',
  'cheats',
  'instances',
  'writeups',
] as const

type Figure = (typeof teams)[number] | (typeof doings)[number]

/** The game in figures; those that ask for something to be done lead there. */
export const GameNumbers = ({ gameId, overview }: { gameId: number; overview: GameOverview }) => {
  const { t } = useTranslation('organise')
  const write = useNumber()
  const places: Partial<Record<Figure, string>> = {
    pending: `/admin/games/${gameId}/review`,
    accepted: `/admin/games/${gameId}/review`,
    submissions: `/games/${gameId}/monitor/submissions`,
    cheats: `/games/${gameId}/monitor/cheatinfo`,
    instances: '/admin/instances',
    writeups: `/admin/games/${gameId}/writeups`,
  }
  return (
    <dl className={classes.figures}>
      {[...teams, ...doings].map((name) => {
        const figure = write(overview[name])
        const place = places[name]
        return (
          <div key={name} className={classes.figure} data-wanting={asks(name, overview) || undefined}>
            <dt>{t(`overview.figure.${name}`)}</dt>
            <dd>{place === undefined ? figure : <Link to={place}>{figure}</Link>}</dd>
          </div>
        )
      })}
    </dl>
  )
}

const asks = (name: Figure, overview: GameOverview): boolean =>
  (name === 'pending' || name === 'cheats') && overview[name] > 0
