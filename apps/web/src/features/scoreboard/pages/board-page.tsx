import type { DetailedGameInfo } from '@pennant/contract/game'
import { isOver } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useProfile } from '../../../api/queries/session.ts'
import { slowRefreshMs } from '../../../api/refresh.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useHasPassed } from '../../../kit/use-now.ts'
import type { LiveState } from '../../../live/connection.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Board } from '../board.ts'
import { BoardView } from '../components/board-view.tsx'
import { boardQuery } from '../queries.ts'
import { ownTeamIn } from '../team/own-team.ts'

type Props = {
  game: DetailedGameInfo
  live: LiveState
  countdown: ReactNode
}

export const BoardPage = ({ game, live, pushed, countdown }: Props & { pushed: boolean }) => {
  const { t } = useTranslation('play')
  const api = useApi()
  const query = useQuery(boardQuery(api, game, pushed))
  return (
    <div data-full-width>
      <Loaded
        query={query}
        failed={t('board.failed')}
        waiting={<Skeleton label={t('common.loading')} lines={14} />}
      >
        {(board) => <Content game={game} live={live} countdown={countdown} board={board} />}
      </Loaded>
    </div>
  )
}

const Content = ({ board, game, live, countdown }: Props & { board: Board }) => {
  const { t } = useTranslation('play')
  const api = useApi()
  const takesPart = game.status === 'Accepted'
  const { data: teams } = useQuery({
    ...ownTeamsQuery(api),
    // Only for the mark on a row; joining a team asks for them again.
    staleTime: slowRefreshMs,
    enabled: useProfile() != null && takesPart,
  })
  useHasPassed(game.end + 1)
  const over = isOver(game, api.time.now())

  if (board.teams.length === 0)
    return <EmptyState icon="users" title={t('board.none')} text={t('board.noneHint')} />
  return (
    <BoardView
      board={board}
      game={game}
      own={teams === undefined ? null : ownTeamIn(board.teams, teams, game.teamName)}
      playing={takesPart && !over ? `/games/${game.id}/challenges` : null}
      live={over ? null : live}
      countdown={countdown}
    />
  )
}
