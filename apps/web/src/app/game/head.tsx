import type { DetailedGameInfo } from '@pennant/contract/game'
import { isOver } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../api/context.ts'
import { useIs } from '../../api/queries/session.ts'
import { Countdown } from '../../features/game/components/countdown.tsx'
import { useHasPassed } from '../../kit/use-now.ts'
import type { GameStore } from '../../live/game-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { BottomBar } from './bottom-bar.tsx'
import classes from './head.module.css'
import { LiveLineSlot } from './live-line-slot.tsx'
import { useSheetAddress } from './sheet.tsx'
import { Standing } from './standing.tsx'
import { UnreadBadge } from './unread-badge.tsx'
import { Name } from '../../ui/name.tsx'

type Props = {
  game: DetailedGameInfo
  store: GameStore
  unread: number
  /** The page has a head of its own; on a phone only the bottom bar stays. */
  barOnly: boolean
  /** Known before the page is: the head must not move when it comes. */
  wide: boolean
}

export const Head = ({ game, store, unread, barOnly, wide }: Props) => {
  const { t } = useTranslation('play')
  const { time } = useApi()
  const addressOf = useSheetAddress()
  // Renders again when the game starts or ends.
  const started = useHasPassed(game.start)
  useHasPassed(game.end + 1)
  const base = `/games/${game.id}`
  const accepted = game.status === 'Accepted'
  const watches = useIs('Monitor')
  const edits = useIs('Admin')
  const plays = accepted && started && !isOver(game, time.now())
  // The same width as in the style sheets.
  const isPhone = useMedia('(max-width: 48rem)')
  const line = started && <LiveLineSlot game={game} store={store} />
  return (
    <>
      {!barOnly && (
        <header className={classes.head} data-game-head="" data-full-width={wide || undefined}>
          <div className={classes.line}>
            <h1 className={classes.title}>
              <Link to={base}>
                <Name>{game.title}</Name>
              </Link>
            </h1>
            {plays && <Standing game={game.id} />}
            <Countdown game={game} edge />
          </div>
          <div className={classes.parts} data-barred={started || undefined}>
            <LinkTabs
              label={t('game.tabs')}
              tabs={[
                { to: base, label: t('game.information'), end: true },
                ...(plays ? [{ to: `${base}/challenges`, label: t('game.challenges') }] : []),
                ...(started ? [{ to: `${base}/scoreboard`, label: t('game.scoreboard') }] : []),
                ...(watches ? [{ to: `${base}/monitor`, label: t('game.monitor') }] : []),
                ...(edits ? [{ to: `/admin/games/${game.id}`, label: t('game.edit') }] : []),
              ]}
            />
            {!isPhone && line}
            {started && (
              <Link
                to={addressOf('notices')}
                className={classes.bell}
                title={t('notice.title')}
                preventScrollReset
              >
                <Icon name="bell" size={20} />
                <UnreadBadge count={unread} />
              </Link>
            )}
          </div>
        </header>
      )}
      {isPhone && line}
      {started && (
        <BottomBar
          base={base}
          plays={plays}
          accepted={accepted}
          unread={unread}
          staff={edits ? 'edit' : watches ? 'monitor' : null}
        />
      )}
    </>
  )
}
