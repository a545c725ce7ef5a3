import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../i18n/use-language.ts'
import type { LiveState } from '../../../live/state.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { mostCompared } from '../address.ts'
import type { Board } from '../board.ts'
import { fixedColumns } from '../metrics.ts'
import { columnsOf, neighbours, shownTeams } from '../shown.ts'
import { useBoardView } from '../use-board-view.ts'
import type { Cell } from '../use-grid-focus.ts'
import { useJumpKey } from '../use-jump-key.ts'
import { useMetrics } from '../use-metrics.ts'
import { BoardGrid, type GridHandle } from './board-grid.tsx'
import { BoardLegend } from './board-legend.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import classes from './board-view.module.css'
import { CellDetails, type Detail } from './cell-details.tsx'
import { ComparePanel } from './compare-panel.tsx'
import { fillScreen, Presentation } from './presentation.tsx'
import { TeamPanel } from './team-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { UpdateMark } from './update-mark.tsx'

type Props = {
  board: Board
  game: { title: string; start: number; end: number }
  own: number | null
  /** Where the challenges are played; null for whoever does not play. */
  playing: string | null
  /** Null when nothing changes any more. */
  live: LiveState | null
  countdown: ReactNode
}

export const BoardView = ({ board, game, own, playing, live, countdown }: Props) => {
  const { t } = useTranslation('play')
  const state = useBoardView(board)
  const { view, change } = state
  const { selection, text, sort, category } = view
  const metrics = useMetrics(view.present)
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

  const hasOwn = own !== null && teamOf.has(own)
  const [jumping, setJumping] = useState(false)
  const jump = (): void => {
    // What hides the own team is taken away first.
    if (!teams.some(({ team }) => team.id === own)) change({ selection: 'all', text: '' })
    setJumping(true)
  }
  useJumpKey(hasOwn && !view.timeline && !view.present && open === undefined ? jump : null)
  useEffect(() => {
    if (!jumping || own === null || !teams.some(({ team }) => team.id === own)) return
    setJumping(false)
    grid.current?.show(own)
  }, [jumping, own, teams])

  const content = view.timeline ? (
    <TimelinePanel board={board} game={game} selection={selection} own={own} bare={view.present} />
  ) : teams.length === 0 ? (
    <EmptyState icon="search" title={t('board.noneFound')}>
      <Button onClick={() => change({ selection: 'all', text: '' })}>{t('board.showAll')}</Button>
    </EmptyState>
  ) : (
    <BoardGrid
      board={board}
      teams={teams}
      columns={columns}
      metrics={metrics}
      sort={sort}
      own={view.present ? null : own}
      handle={grid}
      onSort={sortBy}
      onActivate={activate}
    />
  )
  const mark = <UpdateMark at={board.updatedAt} live={live} />

  if (view.present)
    return (
      <Presentation
        title={game.title}
        grid={grid}
        aside={
          <>
            {mark}
            {countdown}
          </>
        }
        onLeave={() => change({ present: false })}
      >
        {content}
      </Presentation>
    )
  return (
    <div className={classes.view}>
      <BoardToolbar
        board={board}
        state={state}
        count={teams.length}
        mark={mark}
        onJump={hasOwn ? jump : null}
        onPresent={() => {
          fillScreen()
          change({ present: true, team: null }, true)
        }}
      />
      {compared.length > 0 && (
        <ComparePanel
          board={board}
          teams={compared}
          onOpen={(team) => change({ team }, true)}
          onRemove={(id) => change({ compare: view.compare.filter((one) => one !== id) })}
          onClear={() => change({ compare: [] })}
        />
      )}
      {content}
      {!view.timeline && <BoardLegend bloodBonus={board.bloodBonus} />}
      {detail !== null && (
        <CellDetails
          key={`${detail.team?.id ?? ''}-${detail.challenge.id}`}
          board={board}
          detail={detail}
          playing={playing}
          onClose={() => setDetail(null)}
        />
      )}
      {open !== undefined && (
        <TeamPanel
          board={board}
          team={open}
          playing={playing}
          {...neighbours(teams, open.id)}
          compared={view.compare.includes(open.id) ? true : view.compare.length < mostCompared ? false : null}
          onCompare={() =>
            change({
              compare: view.compare.includes(open.id)
                ? view.compare.filter((one) => one !== open.id)
                : [...view.compare, open.id],
            })
          }
          onGo={(team) => change({ team })}
          onClose={() => change({ team: null })}
        />
      )}
    </div>
  )
}
