import { atLeast, type Role } from '@pennant/contract/enums'
import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useMatches, useNavigate, useParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { useProfile } from '../../api/queries/session.ts'
import { useUnread } from '../../features/notice/unread.ts'
import { Loaded, RetryBoundary } from '../../kit/loaded.tsx'
import { useHasPassed } from '../../kit/use-now.ts'
import { announce } from '../../ui/announce.ts'
import { useAnnounced } from '../../ui/announced.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { usePageName } from '../../ui/page-name.tsx'
import { isPageHandle, type PageHandle } from '../page-list.ts'
import { MissingPage } from '../missing-page.tsx'
import { gameIdIn, type GameOutlet } from './current-game.ts'
import { Head } from './head.tsx'
import { useGameLive } from './live.ts'
import type { PanelList } from './notice-panel.tsx'
import { GameSheet, useSheetAddress } from './sheet.tsx'

export const Component = (): ReactNode => {
  const id = gameIdIn(useParams())
  return id === null ? <MissingPage /> : <Asked key={id} id={id} />
}

const Asked = ({ id }: { id: number }) => {
  const { t } = useTranslation('play')
  const query = useQuery(gameQuery(useApi(), id))
  const { pathname } = useLocation()
  const refused = useIsRefused()
  // The guard of a page explains the refusal, or leads to the login.
  if (query.error !== null && query.data === undefined && refused) return <Outlet />
  return (
    <Loaded
      query={query}
      failed={t('game.failed')}
      action={
        <LinkButton size="small" to="/games">
          {t('title.games')}
        </LinkButton>
      }
    >
      {(game) => (
        <GameLayout game={game}>
          {(context) => (
            // An error in one page must not end the connection or the next page.
            <RetryBoundary of={`${pathname} ${query.dataUpdatedAt}`} onRetry={query.refetch}>
              <Outlet context={context} />
            </RetryBoundary>
          )}
        </GameLayout>
      )}
    </Loaded>
  )
}

/** Few are published later, and open pages ask now and then anyway. */
const resultsMs = 14 * 86_400_000

type Props = { game: DetailedGameInfo; children: (context: GameOutlet) => ReactNode }

const GameLayout = ({ game, children }: Props) => {
  const started = useHasPassed(game.start)
  const { t } = useTranslation('play')
  const over = useHasPassed(game.end + 1)
  useAnnounced(over ? t('door.over') : '', { urgency: 'assertive' })
  const { pathname } = useLocation()
  const ownHead = useHandles().find((handle) => handle.ownHead !== undefined)?.ownHead
  const quiet = ownHead === 'quiet'
  // Thousands only read about a game and need no live connection.
  const [opened, setOpened] = useState(false)
  if (!quiet && !opened) setOpened(true)
  const { extensions, time } = useApi()
  // On its own page, too, everyone hears of results.
  const awaitsResults = extensions.supported && over && time.now() < game.end + resultsMs
  const navigate = useNavigate()
  const addressOf = useSheetAddress()
  const [list, setList] = useState<PanelList>('notices')
  const live = useGameLive({
    game,
    wanted: started && (opened || awaitsResults),
    say: announce,
    onOpenNotices: () => void navigate(addressOf('notices')),
  })
  const unread = useUnread(game.id, started && opened, live.state !== 'live')
  usePageName(quiet || unread === 0 ? game.title : `(${unread}) ${game.title}`)
  const outlet: GameOutlet = { game, live, unread, lists: { list, onList: setList } }
  return (
    <>
      {!quiet && (
        <Head
          game={game}
          store={live.store}
          unread={unread}
          barOnly={ownHead === 'live'}
          wide={pathname.endsWith('/challenges')}
        />
      )}
      {children(outlet)}
      {opened && <GameSheet {...outlet} />}
    </>
  )
}

const useHandles = (): PageHandle[] =>
  useMatches()
    .map(({ handle }) => handle)
    .filter(isPageHandle)

const useIsRefused = (): boolean => {
  const profile = useProfile()
  const roles = useHandles().flatMap(({ role = [] }): Role | Role[] => role)
  if (profile === undefined) return false
  return roles.some((role) => profile === null || !atLeast(profile.role, role))
}
