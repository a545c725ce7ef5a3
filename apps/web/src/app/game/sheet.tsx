import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { TeamCard } from '../../features/challenge/components/team-card.tsx'
import { detailsQuery } from '../../features/challenge/queries.ts'
import { SideSheet } from '../../ui/side-sheet.tsx'
import { NoticePanel } from './notice-panel.tsx'
import type { GameOutlet } from './outlet.ts'

const sheets = ['notices', 'team'] as const
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

export const GameSheet = ({ game, live, filter }: GameOutlet) => {
  const { t } = useTranslation('play')
  const [search, setSearch] = useSearchParams()
  const addressOf = useSheetAddress()
  const sheet = sheets.find((one) => one === search.get('sheet'))
  if (sheet === undefined || (sheet === 'team' && game.status !== 'Accepted')) return null
  return (
    <SideSheet
      title={sheet === 'notices' ? t('notice.title') : t('bar.team')}
      close={t('common.close')}
      onClose={() => setSearch(addressOf(null).slice(1), { replace: true, preventScrollReset: true })}
    >
      {sheet === 'notices' ? (
        <NoticePanel game={game.id} live={live.state} filter={filter} untitled />
      ) : (
        <Team game={game} pushed={live.pushed} />
      )}
    </SideSheet>
  )
}

const Team = ({ game, pushed }: { game: DetailedGameInfo; pushed: boolean }) => {
  const { t } = useTranslation('play')
  const query = useQuery(detailsQuery(useApi(), game.id, !pushed))
  return (
    <Loaded query={query} failed={t('challenges.failed')}>
      {(detail) => <TeamCard game={game} detail={detail} titleId="standing-in-sheet" />}
    </Loaded>
  )
}
