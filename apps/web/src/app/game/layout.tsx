import type { DetailedGameInfo } from '@pennant/contract/game'
import type { GameNotice } from '@pennant/contract/hub'
import { isOver } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useApi } from '../../api/context.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { useIs } from '../../api/queries/session.ts'
import { useHasCome } from '../../kit/use-now.ts'
import { Countdown } from '../../features/game/components/countdown.tsx'
import { useNoticeText } from '../../features/notice/components/notice-text.ts'
import { useUnread } from '../../features/notice/use-unread.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { usePageName } from '../../ui/page-name.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { GameAtAddress } from '../game-at-address.tsx'
import { BottomBar } from './bottom-bar.tsx'
import classes from './head.module.css'
import { GameLiveProvider } from './game-live.tsx'
import { GameSheet, useSheetAddress } from './sheet.tsx'
import { tellBySystem } from './system-notice.ts'
import { UnreadBadge } from './unread-badge.tsx'
import { useGameNews } from './live.ts'

type Props = { children: (game: DetailedGameInfo) => ReactNode }

/** What stands around every screen of a game. */
export const GameFrame = ({ children }: Props) => (
  <GameAtAddress>{(id) => <Asked id={id}>{children}</Asked>}</GameAtAddress>
)

const Asked = ({ id, children }: Props & { id: number }) => {
  const { t } = useTranslation('play')
  const query = useQuery(gameQuery(useApi(), id))
  return (
    <Loaded
      query={query}
      failed={t('game.failed')}
      way={
        <LinkButton size="small" to="/games">
          {t('title.games')}
        </LinkButton>
      }
    >
      {(game) => <Frame game={game}>{children}</Frame>}
    </Loaded>
  )
}

const Frame = ({ game, children }: Props & { game: DetailedGameInfo }) => {
  const started = useHasCome(game.start)
  const noticeText = useNoticeText()
  const navigate = useNavigate()
  const addressOf = useSheetAddress()
  const [heard, setHeard] = useState('')
  const onNotice = (notice: GameNotice): void => {
    const text = noticeText(notice)
    // The others are read out where they appear.
    if (notice.type.endsWith('Blood')) return setHeard(text)
    tellBySystem({
      id: `pennant-${game.id}-${notice.id}`,
      title: game.title,
      text,
      onOpen: () => void navigate(addressOf('notices')),
    })
  }
  const live = useGameNews({ game: game.id, wanted: started, onNotice })
  const unread = useUnread(game.id, started, live.state !== 'live')
  usePageName(unread === 0 ? game.title : `(${unread}) ${game.title}`)
  return (
    <GameLiveProvider value={live}>
      <Head game={game} unread={unread} />
      {children(game)}
      <GameSheet game={game} />
      <VisuallyHidden>
        <span aria-live="polite">{heard}</span>
      </VisuallyHidden>
    </GameLiveProvider>
  )
}

const Head = ({ game, unread }: { game: DetailedGameInfo; unread: number }) => {
  const { t } = useTranslation('play')
  const { time } = useApi()
  const addressOf = useSheetAddress()
  // The tabs come and go by themselves.
  const started = useHasCome(game.start)
  useHasCome(game.end + 1)
  const base = `/games/${game.id}`
  const accepted = game.status === 'Accepted'
  const watches = useIs('Monitor')
  const edits = useIs('Admin')
  const plays = accepted && started && !isOver(game, time.now())
  return (
    <>
      <header className={classes.head}>
        <div className={classes.line}>
          <h1 className={classes.title}>
            <Link to={base}>{game.title}</Link>
          </h1>
          <Countdown game={game} />
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
      {started && (
        <BottomBar
          base={base}
          plays={plays}
          accepted={accepted}
          unread={unread}
          desk={edits ? 'edit' : watches ? 'monitor' : null}
        />
      )}
    </>
  )
}
