import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { TeamCard } from '../../features/challenge/components/team-card.tsx'
import { detailsQuery } from '../../features/challenge/queries.ts'
import { withTexts } from '../../i18n/start.ts'
import type { GameStore } from '../../live/game-store.ts'
import { SideSheet } from '../../ui/side-sheet.tsx'
import type { GameOutlet } from './current-game.ts'

const NoticePanel = lazy(async () => ({ default: (await import('./notice-panel.tsx')).NoticePanel }))
const TeamActivity = lazy(async () => ({
  default: (await withTexts('live', import('./team-activity.tsx'))).TeamActivity,
}))

const sheets = ['notices', 'live', 'team'] as const
export type Sheet = (typeof sheets)[number]

export const useSheetAddress = (): ((sheet: Sheet | null) => string) => {
  const { search } = useLocation()
  return (sheet) => {
    const next = new URLSearchParams(search)
    if (sheet === null) next.delete('sheet')
    else next.set('sheet', sheet)
    return `?${next}`
  }
}

export const GameSheet = ({ game, live }: GameOutlet) => {
  const { t } = useTranslation('play')
  const [search, setSearch] = useSearchParams()
  const addressOf = useSheetAddress()
  const sheet = sheets.find((one) => one === search.get('sheet'))
  if (sheet === undefined || (sheet === 'team' && game.status !== 'Accepted')) return null
  const show = (next: Sheet | null): void =>
    setSearch(addressOf(next).slice(1), { replace: true, preventScrollReset: true })
  return (
    <SideSheet
      title={sheet === 'team' ? t('bar.team') : t('notice.title')}
      close={t('common.close')}
      onClose={() => show(null)}
    >
      {sheet === 'team' ? (
        <Team game={game} pushed={live.pushed} store={live.store} />
      ) : (
        <Suspense>
          <NoticePanel game={game} live={live} list={sheet} onList={show} untitled />
        </Suspense>
      )}
    </SideSheet>
  )
}

type TeamProps = { game: DetailedGameInfo; pushed: boolean; store: GameStore }

const Team = ({ game, pushed, store }: TeamProps) => {
  const { t } = useTranslation('play')
  const query = useQuery(detailsQuery(useApi(), game.id, !pushed))
  return (
    <Loaded query={query} failed={t('challenges.failed')}>
      {(detail) => (
        <>
          <TeamCard game={game} detail={detail} titleId="standing-in-sheet" />
          <Suspense>
            <TeamActivity game={game.id} detail={detail} store={store} />
          </Suspense>
        </>
      )}
    </Loaded>
  )
}
