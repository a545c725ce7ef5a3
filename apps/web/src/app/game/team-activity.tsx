import type { GameDetail } from '@pennant/contract/scoreboard'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { GameStore } from '../../live/game-store.ts'
import { TeamLines } from '../team-lines.tsx'
import classes from './aside.module.css'

const mostLines = 20
const titleId = 'team-activity'

export const TeamActivity = ({
  game,
  detail,
  store,
}: {
  game: number
  detail: GameDetail
  store: GameStore
}) => {
  const { t } = useTranslation('live')
  const heard = useSyncExternalStore(store.subscribe, store.changes)
  return (
    <section className={classes.activity} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {t('line.ownTitle')}
      </h3>
      <TeamLines game={game} detail={detail} heard={heard} most={mostLines} />
    </section>
  )
}
