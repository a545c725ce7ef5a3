import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../api/context.ts'
import { useLineChoice } from '../../features/live/line-choice.ts'
import { noticesQuery } from '../../features/notice/queries.ts'
import { counts } from '../../features/notice/unread.ts'
import { withTexts } from '../../i18n/start.ts'
import type { GameStore } from '../../live/game-store.ts'
import classes from './live-line-slot.module.css'
import { useSheetAddress } from './sheet.tsx'

const LiveLine = lazy(async () => ({
  default: (await withTexts('live', import('./live-line.tsx'))).GameLiveLine,
}))

/** Keeps its room. The line itself is loaded once there may be something to show. */
export const LiveLineSlot = ({ game, store }: { game: DetailedGameInfo; store: GameStore }) => {
  const { t } = useTranslation('play')
  const choice = useLineChoice()
  const to = useSheetAddress()('live')
  const { data: notices = [] } = useQuery({ ...noticesQuery(useApi(), game.id), enabled: false })
  const hasHeard = useSyncExternalStore(store.subscribe, () => store.solves().length > 0)
  if (choice === 'off') return null
  const isWanted =
    hasHeard ||
    choice !== 'bloods' ||
    (game.freezeAt !== undefined && game.resultsAt === undefined) ||
    notices.some(({ type }) => !counts(type))
  return (
    <div className={classes.slot} data-live-line="">
      {isWanted ? (
        <Suspense>
          <LiveLine game={game} store={store} choice={choice} to={to} />
        </Suspense>
      ) : (
        <Link to={to} className={classes.none} preventScrollReset>
          {t('live.none')}
        </Link>
      )}
    </div>
  )
}
