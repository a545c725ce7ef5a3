import type { DetailedGameInfo } from '@pennant/contract/game'
import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import { isOver } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useIs, useProfile } from '../../../api/queries/session.ts'
import { slowRefreshMs } from '../../../api/refresh.ts'
import { FreezeBand, FreezeText } from '../../../kit/freeze-band.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { type FreezeState, useFreeze } from '../../../kit/use-freeze.ts'
import { useHasPassed } from '../../../kit/use-now.ts'
import type { LiveState } from '../../../live/connection.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { type Board, withOwnLine } from '../board.ts'
import { BoardView } from '../components/board-view.tsx'
import { LiveBoard } from '../components/live-board.tsx'
import { LiveSwitch } from '../components/live-switch.tsx'
import { OwnStrip } from '../components/own-strip.tsx'
import { boardQuery } from '../queries.ts'
import { ownTeamIn } from '../team/own-team.ts'

type Props = {
  game: DetailedGameInfo
  live: LiveState
  countdown: ReactNode
  /** What the own team is told of itself. Null: nothing yet, or there is none. */
  line: ScoreboardItem | null
}

export const BoardPage = ({ pushed, ...props }: Props & { pushed: boolean }) => {
  const { t } = useTranslation('play')
  const api = useApi()
  const query = useQuery(boardQuery(api, props.game, pushed))
  return (
    <div data-full-width>
      <Loaded
        query={query}
        failed={t('board.failed')}
        waiting={<Skeleton label={t('common.loading')} lines={14} />}
      >
        {(board) => <Content {...props} board={board} />}
      </Loaded>
    </div>
  )
}

const Content = (props: Props & { board: Board }) => {
  const { board, game } = props
  const freeze = useFreeze(game, board, 'scoreboard')
  const mayWatch = useIs('Monitor') && board.frozenAt !== null
  const [wanted, setWanted] = useState(false)
  const watches = mayWatch && wanted
  return (
    <Stack gap="m">
      {freeze !== null && (
        <FreezeBand state={freeze} warns={watches}>
          {mayWatch && <LiveSwitch on={watches} onChange={setWanted} />}
        </FreezeBand>
      )}
      {watches ? (
        <LiveBoard game={game}>{(live) => <Teams {...props} {...live} freeze={null} />}</LiveBoard>
      ) : (
        <Teams {...props} freeze={freeze} />
      )}
    </Stack>
  )
}

type TeamsProps = Props & { board: Board; freeze: FreezeState | null; mark?: ReactNode }

const Teams = ({ board: shown, game, live, countdown, line, freeze, mark }: TeamsProps) => {
  const { t } = useTranslation('play')
  const api = useApi()
  const board = useMemo(() => withOwnLine(shown, line), [shown, line])
  const takesPart = game.status === 'Accepted'
  const { data: teams } = useQuery({
    ...ownTeamsQuery(api),
    // Only for the mark on a row; joining a team asks for them again.
    staleTime: slowRefreshMs,
    enabled: useProfile() != null && takesPart,
  })
  useHasPassed(game.end + 1)
  const over = isOver(game, api.time.now())

  if (board.hidden && line !== null) return <OwnStrip board={board} line={line} />
  if (board.hidden)
    return <EmptyState icon="eyeOff" title={t('freeze.hiddenBoard')} text={t('freeze.hiddenHint')} />
  if (board.teams.length === 0)
    return <EmptyState icon="users" title={t('board.none')} text={t('board.noneHint')} />
  return (
    <BoardView
      board={board}
      game={game}
      own={teams === undefined ? null : ownTeamIn(board.teams, teams, game.teamName)}
      playing={takesPart && !over ? `/games/${game.id}/challenges` : null}
      live={over ? null : live}
      mark={mark}
      clock={
        <>
          {freeze !== null && <FreezeText state={freeze} />}
          {countdown}
        </>
      }
    />
  )
}
