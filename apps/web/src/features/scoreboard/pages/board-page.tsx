import type { DetailedGameInfo } from '@pennant/contract/game'
import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import { isOver } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useIs, useProfile } from '../../../api/queries/session.ts'
import { slowRefreshMs } from '../../../api/refresh.ts'
import { withTexts } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useHasPassed } from '../../../kit/use-now.ts'
import type { LiveState } from '../../../live/connection.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { type Board, withOwnLine, type Sight } from '../board.ts'
import { BoardSkeleton } from '../components/board-skeleton.tsx'
import { BoardView } from '../components/board-view.tsx'
import { boardQuery } from '../queries.ts'
import { ownTeamIn } from '../team/own-team.ts'
import classes from '../components/board-skeleton.module.css'

const toBand = () => import('../../../kit/freeze-band.tsx')
const FreezeBand = lazy(async () => ({ default: (await toBand()).FreezeBand }))
const FreezeText = lazy(async () => ({ default: (await toBand()).FreezeText }))
const OwnStrip = lazy(async () => ({ default: (await import('../components/own-strip.tsx')).OwnStrip }))
const LiveBoard = lazy(async () => ({ default: (await import('../components/live-board.tsx')).LiveBoard }))
const ResultsBoard = lazy(async () => ({
  default: (await withTexts('results', import('../components/results-board.tsx'))).ResultsBoard,
}))
const LiveSwitch = lazy(async () => ({ default: (await import('../components/live-switch.tsx')).LiveSwitch }))

const LiveMark = lazy(async () => ({ default: (await import('../components/live-switch.tsx')).LiveMark }))
const MomentTools = lazy(async () => ({
  default: (await withTexts('record', import('../moment/moment-tools.tsx'))).MomentTools,
}))

type Props = {
  game: DetailedGameInfo
  live: LiveState
  countdown: ReactNode
  /** What the own team is told of itself. Null: nothing yet, or there is none. */
  line: ScoreboardItem | null
}

export const BoardPage = ({ pushed, ...props }: Props & { pushed: boolean }) => {
  const { t } = useTranslation('board')
  const api = useApi()
  const query = useQuery(boardQuery(api, props.game, pushed))
  return (
    <div data-full-width>
      <Loaded
        query={query}
        failed={t('board.failed')}
        waiting={
          <Stack gap="s">
            {(props.game.freezeAt ?? props.game.resultsAt) !== undefined && <div className={classes.band} />}
            <BoardSkeleton />
          </Stack>
        }
      >
        {(board) => <Content {...props} board={board} />}
      </Loaded>
    </div>
  )
}

const Content = (props: Props & { board: Board }) => {
  const { board, game } = props
  const { frozenAt } = board
  const isPublished = game.resultsAt !== undefined && frozenAt === null
  const freezes = !isPublished && (game.freezeAt !== undefined || frozenAt !== null)
  const isMonitor = useIs('Monitor')
  const mayWatch = isMonitor && frozenAt !== null
  const [wanted, setWanted] = useState(false)
  const watches = mayWatch && wanted
  const { extensions } = useApi()
  const [sight, setSight] = useState<Sight | null>(null)
  const past = sight?.past ?? null
  const isSecret = past !== null && frozenAt !== null && (board.hidden || past.moment > frozenAt)
  const isWatched = isMonitor && extensions.supported
  const earlier = {
    ...{ sight, isWatched },
    tools: (isWatched || (isPublished && extensions.supported)) && (
      <Suspense fallback={<div className={classes.moment} />}>
        <MomentTools game={game} onSight={setSight} />
      </Suspense>
    ),
    ...(isSecret ? { mark: <LiveMark /> } : {}),
  }
  if (isPublished)
    return (
      <Stack gap="s">
        <Suspense fallback={<div className={classes.band} />}>
          <ResultsBoard game={game} moment={sight?.moment ?? null}>
            {(results) => (
              <Teams
                {...props}
                {...earlier}
                {...(results === null ? {} : { board: results, isFinal: true })}
              />
            )}
          </ResultsBoard>
        </Suspense>
      </Stack>
    )
  return (
    <Stack gap="s">
      {freezes && (
        <Suspense fallback={<div className={classes.band} />}>
          <FreezeBand game={game} shown={board} part="scoreboard" warns={watches || isSecret}>
            {mayWatch && <LiveSwitch on={watches} onChange={setWanted} />}
          </FreezeBand>
        </Suspense>
      )}
      {watches ? (
        <Suspense>
          <LiveBoard game={game}>{(live) => <Teams {...props} {...live} {...earlier} />}</LiveBoard>
        </Suspense>
      ) : (
        <Teams
          {...props}
          {...earlier}
          freeze={
            freezes && (
              <Suspense>
                <FreezeText game={game} shown={board} />
              </Suspense>
            )
          }
        />
      )}
    </Stack>
  )
}

type TeamsProps = Props & {
  board: Board
  sight: Sight | null
  isWatched: boolean
  tools: ReactNode
  /** Stored, so it is no more live than that of a game that is over. */
  isFinal?: boolean
  freeze?: ReactNode
  mark?: ReactNode
}

const Teams = ({ board: shown, sight, game, live, countdown, line, freeze, ...rest }: TeamsProps) => {
  const { t } = useTranslation('board')
  const api = useApi()
  const past = sight?.past ?? null
  const board = useMemo(() => past?.board ?? withOwnLine(shown, line), [past, shown, line])
  const takesPart = game.status === 'Accepted'
  const { data: teams } = useQuery({
    ...ownTeamsQuery(api),
    // Only for the mark on a row; joining a team asks for them again.
    staleTime: slowRefreshMs,
    enabled: useProfile() != null && takesPart,
  })
  useHasPassed(game.end + 1)
  const over = isOver(game, api.time.now())

  const hidden = !board.hidden ? null : line === null ? (
    <EmptyState icon="eyeOff" title={t('freeze.hiddenBoard')} text={t('freeze.hiddenHint')} />
  ) : (
    <Suspense>
      <OwnStrip board={board} line={line} />
    </Suspense>
  )
  if (hidden !== null && rest.tools === false) return hidden
  if (hidden === null && board.teams.length === 0 && sight === null)
    return <EmptyState icon="users" title={t('board.none')} text={t('board.noneHint')} />
  return (
    <BoardView
      board={board}
      game={game}
      own={teams === undefined ? null : ownTeamIn(board.teams, teams, game.teamName)}
      playing={takesPart && !over ? `/games/${game.id}/challenges` : null}
      live={over || rest.isFinal === true ? null : live}
      mark={rest.mark}
      tools={rest.tools}
      isWatched={rest.isWatched}
      // The tools must keep their place: they hold what was loaded for the moment.
      {...(sight !== null && past === null
        ? { instead: sight.failed ? null : <BoardSkeleton bare /> }
        : hidden !== null && { instead: hidden })}
      isPast={sight !== null}
      clock={
        <>
          {freeze}
          {countdown}
        </>
      }
    />
  )
}
