import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../i18n/start.ts'
import { lazyAhead } from '../../../kit/lazy-ahead.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import type { LiveState } from '../../../live/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { mostCompared } from '../address.ts'
import { type Board, solvesOf } from '../board.ts'
import { BoardGrid, type GridHandle } from '../grid/board-grid.tsx'
import { BoardLegend } from '../grid/board-legend.tsx'
import type { Detail } from '../grid/cell-details.tsx'
import { fixedColumns } from '../grid/metrics.ts'
import type { Cell } from '../grid/use-grid-focus.ts'
import { useJumpKey } from '../grid/use-jump-key.ts'
import { useMetrics } from '../grid/use-metrics.ts'
import { BoardList } from '../list/board-list.tsx'
import { columnsOf, neighbors, shownTeams } from '../team-list.ts'
import { useOwnReasons } from '../team/use-own-reasons.ts'
import { useBoardView } from '../use-board-view.ts'
import { BoardToolbar } from './board-toolbar.tsx'
import { wideEnough } from './board-skeleton.tsx'
import { OwnPlace } from './own-place.tsx'
import { UpdateMark } from './update-mark.tsx'

const [CellDetails, fetchDetails] = lazyAhead(
  async () => (await import('../grid/cell-details.tsx')).CellDetails,
)
const [TeamPanel, fetchTeam] = lazyAhead(async () => (await import('../team/team-panel.tsx')).TeamPanel)
const ComparePanel = lazy(async () => ({ default: (await import('../team/compare-panel.tsx')).ComparePanel }))
const Presentation = lazy(async () => ({ default: (await import('../grid/presentation.tsx')).Presentation }))
const TimelinePanel = lazy(async () => ({
  default: (await import('../timeline/timeline-panel.tsx')).TimelinePanel,
}))

const comeNear = (): void => {
  fetchDetails()
  fetchTeam()
}

// Browsers allow it only on a click or a key.
const fillScreen = (): void => {
  const { documentElement: root } = document
  if ('requestFullscreen' in root) root.requestFullscreen().catch(() => undefined)
}

type Props = {
  board: Board
  game: { id: number; title: string; start: number; end: number }
  own: number | null
  /** Null: the visitor doesn't play. */
  playing: string | null
  /** Null once nothing changes anymore. */
  live: LiveState | null
  mark?: ReactNode
  clock: ReactNode
  tools?: ReactNode
  instead?: ReactNode
  /** The board is that of an earlier moment. */
  isPast?: boolean
  /** Someone who watches the game may read why any team has its points. */
  isWatched?: boolean
}

export const BoardView = (props: Props) => {
  const { board, game, own, playing, live, mark, clock, tools, instead, isPast = false } = props
  const { isWatched = false } = props
  const { t } = useTranslation('board')
  const state = useBoardView(board)
  const { view, change } = state
  const { get, turn } = useAddress()
  const { selection, text, sort, category } = view
  const metrics = useMetrics(view.present)
  const wide = useMedia(wideEnough)
  const grid = useRef<GridHandle>(null)
  const [detail, setDetail] = useState<Detail | null>(null)
  const language = useLanguage()
  const collator = useMemo(() => new Intl.Collator(language, { numeric: true }), [language])
  const teams = useMemo(
    () => shownTeams(board, { selection, text, sort }, collator),
    [board, selection, text, sort, collator],
  )
  const columns = useMemo(() => columnsOf(board, category), [board, category])
  const teamOf = useMemo(() => new Map(board.teams.map((team) => [team.id, team])), [board])
  const open = view.team === null ? undefined : teamOf.get(view.team)
  const compared = view.compare.flatMap((id) => teamOf.get(id) ?? [])

  const activate = useCallback(
    ({ team, column }: Cell, element: HTMLElement): void => {
      const challenge = columns.challenges[column - fixedColumns]
      if (challenge !== undefined)
        setDetail({ challenge, team: team === null ? null : (teamOf.get(team) ?? null), element })
      else if (team !== null) change({ team }, true)
    },
    [columns, teamOf, change],
  )
  const sortBy = useCallback((by: typeof sort) => change({ sort: by }), [change])

  const ownTeam = own === null ? undefined : teamOf.get(own)
  const reasons = useOwnReasons(game.id, isPast ? undefined : ownTeam)
  const hasLater = ownTeam !== undefined && solvesOf(board, ownTeam).some(({ later }) => later)
  const [ownInSight, setOwnInSight] = useState(true)
  const [jumping, setJumping] = useState(false)
  const jump = (): void => {
    // Filters that hide the team go first.
    if (!teams.some(({ team }) => team.id === own)) change({ selection: 'all', text: '' })
    setJumping(true)
  }
  useJumpKey(ownTeam !== undefined && !view.timeline && !view.present && open === undefined ? jump : null)
  useEffect(() => {
    if (!jumping || own === null || !teams.some(({ team }) => team.id === own)) return
    setJumping(false)
    grid.current?.show(own)
  }, [jumping, own, teams])

  const isReplaced = instead !== undefined
  const content = isReplaced ? (
    instead
  ) : view.timeline ? (
    <Suspense fallback={<Skeleton label={t('common.loading')} lines={8} />}>
      <TimelinePanel
        board={board}
        game={game}
        selection={selection}
        own={view.present ? null : own}
        moment={isPast ? board.updatedAt : null}
        bare={view.present}
      />
    </Suspense>
  ) : teams.length === 0 ? (
    <EmptyState icon="search" title={t(board.teams.length === 0 ? 'board.none' : 'board.noneFound')}>
      <Button onClick={() => change({ selection: 'all', text: '' })}>{t('board.showAll')}</Button>
    </EmptyState>
  ) : wide || view.present ? (
    <BoardGrid
      board={board}
      teams={teams}
      columns={columns}
      metrics={metrics}
      sort={sort}
      own={view.present ? null : own}
      reasons={reasons}
      handle={grid}
      onOwnSight={setOwnInSight}
      onSort={sortBy}
      onActivate={activate}
    />
  ) : (
    <BoardList board={board} teams={teams} sort={sort} own={own} handle={grid} onOwnSight={setOwnInSight} />
  )
  const updated = !isPast && <UpdateMark at={board.updatedAt} live={live} />

  if (view.present)
    return (
      <Suspense>
        <Presentation
          title={game.title}
          grid={grid}
          aside={
            <>
              {mark}
              {updated}
              {clock}
            </>
          }
          onLeave={() => change({ present: false })}
        >
          {get('at') !== '' && tools}
          {content}
        </Presentation>
      </Suspense>
    )
  return (
    <Stack gap="xs" onPointerEnter={comeNear} onFocus={comeNear}>
      {!board.hidden && (
        <BoardToolbar
          board={board}
          state={state}
          count={teams.length}
          mark={updated}
          wide={wide}
          onPresent={() => {
            fillScreen()
            change({ present: true, team: null }, true)
          }}
        />
      )}
      {tools}
      {compared.length > 0 && !isReplaced && (
        <Suspense>
          <ComparePanel
            board={board}
            teams={compared}
            onOpen={(team) => change({ team }, true)}
            onRemove={(id) => change({ compare: view.compare.filter((one) => one !== id) })}
            onClear={() => change({ compare: [] })}
          />
        </Suspense>
      )}
      <div>
        {content}
        {ownTeam !== undefined && !ownInSight && !view.timeline && !isReplaced && (
          <OwnPlace board={board} team={ownTeam} selection={selection} onJump={jump} />
        )}
      </div>
      {!view.timeline && !isReplaced && <BoardLegend bloodBonus={board.bloodBonus} later={hasLater} />}
      <Suspense>
        {detail !== null && !isReplaced && (
          <CellDetails
            key={`${detail.team?.id ?? ''}-${detail.challenge.id}`}
            board={board}
            detail={detail}
            playing={playing}
            onClose={() => setDetail(null)}
          />
        )}
        {open !== undefined && !isReplaced && (
          <TeamPanel
            board={board}
            team={open}
            ofGame={open.id === own && !isPast ? game.id : null}
            reasons={open.id === own ? reasons : []}
            // While the board is frozen, a shared screen must give nothing away.
            watched={isWatched && board.frozenAt === null ? game.id : null}
            moment={isPast ? board.updatedAt : null}
            mark={mark}
            playing={playing}
            {...neighbors(teams, open.id)}
            compared={
              view.compare.includes(open.id) ? true : view.compare.length < mostCompared ? false : null
            }
            onCompare={() =>
              change({
                compare: view.compare.includes(open.id)
                  ? view.compare.filter((one) => one !== open.id)
                  : [...view.compare, open.id],
              })
            }
            onGo={(team) => turn({ team })}
            onClose={() => change({ team: null })}
          />
        )}
      </Suspense>
    </Stack>
  )
}
