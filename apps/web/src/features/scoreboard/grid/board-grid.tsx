import {
  type CSSProperties,
  Fragment,
  memo,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '../board.ts'
import type { Columns, ShownTeam, Sort } from '../team-list.ts'
import classes from './board-grid.module.css'
import { BoardHead } from './board-head.tsx'
import { BoardRow } from './board-row.tsx'
import { fixedColumns, fixedWidth, type Metrics } from './metrics.ts'
import { type Cell, cellAt, useGridFocus } from './use-grid-focus.ts'
import { useFitted } from './use-fitted.ts'
import { useOwnSight } from './use-own-sight.ts'
import { useSolveLabel } from './use-solve-label.ts'
import { useViewport } from './use-viewport.ts'
import { indicesOf } from './window.ts'

export type GridHandle = {
  scroller: HTMLElement | null
  show(team: number): void
}

type Props = {
  board: Board
  teams: readonly ShownTeam[]
  columns: Columns
  metrics: Metrics
  sort: Sort
  own: number | null
  /** Why the own team has its points by hand. */
  reasons: readonly string[]
  handle: RefObject<GridHandle | null>
  onOwnSight: (inSight: boolean) => void
  onSort: (sort: Sort) => void
  onActivate: (cell: Cell, element: HTMLElement) => void
}

const none: readonly string[] = []

const Grid = (props: Props) => {
  const { board, teams, columns, sort, own, reasons, handle, onOwnSight, onSort, onActivate } = props
  const { t } = useTranslation('play')
  const scroller = useRef<HTMLDivElement>(null)
  const labelOf = useSolveLabel()
  const ids = useMemo(() => teams.map(({ team }) => team.id), [teams])
  const ownRow = own === null ? -1 : ids.indexOf(own)
  const { challenges } = columns
  const count = fixedColumns + challenges.length
  const metrics = useFitted(scroller, props.metrics, challenges.length)
  const viewport = useViewport(scroller, { rows: teams.length, columns: challenges.length }, metrics)

  const activate = (cell: Cell, element: HTMLElement): void => {
    // Points and rank have the same order.
    const sortedBy = (['rank', 'name', 'rank', 'solves'] as const)[cell.column]
    if (cell.team === null && sortedBy !== undefined) onSort(sortedBy)
    else onActivate(cell, element)
  }
  const focus = useGridFocus({
    scroller,
    metrics,
    teams: ids,
    columns: count,
    onActivate: activate,
  })
  const { active, activeRow } = focus
  useOwnSight(scroller, metrics, ownRow, onOwnSight)

  useImperativeHandle(handle, () => ({
    scroller: scroller.current,
    show: (team) => focus.goTo(ids.indexOf(team), 1, true),
  }))

  const rows = indicesOf(
    viewport.rows,
    [activeRow].filter((at) => at < teams.length),
  )
  const shownColumns = useMemo(
    () => indicesOf(viewport.columns, [active.column - fixedColumns]),
    [viewport.columns, active.column],
  )

  return (
    <div ref={scroller} className={classes.scroller} dir="ltr" style={sizesOf(metrics, challenges.length)}>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- keys move in it
        role="grid"
        className={classes.grid}
        aria-label={t('game.scoreboard')}
        aria-rowcount={teams.length + 2}
        aria-colcount={count}
        onKeyDown={focus.onKeyDown}
        onFocus={({ target }) => {
          const found = cellAt(target)
          if (found !== null) focus.onFocus(found.cell)
        }}
        onClick={({ target }) => {
          const found = cellAt(target)
          if (found !== null) activate(found.cell, found.element)
        }}
      >
        <BoardHead
          columns={columns}
          shown={shownColumns}
          span={viewport.columns}
          metrics={metrics}
          sort={sort}
          active={active.team === null ? active.column : null}
        />
        <tbody className={classes.body} style={{ height: teams.length * metrics.row }}>
          {rows.map((at, index) => {
            const shown = teams[at]
            if (shown === undefined) return null
            const gap = (at - (rows[index - 1] ?? -1) - 1) * metrics.row
            return (
              <Fragment key={shown.team.id}>
                {gap > 0 && <tr className={classes.gap} aria-hidden="true" style={{ height: gap }} />}
                <BoardRow
                  board={board}
                  shown={shown}
                  row={at}
                  challenges={challenges}
                  columns={shownColumns}
                  metrics={metrics}
                  labelOf={labelOf}
                  own={at === ownRow}
                  reasons={at === ownRow ? reasons : none}
                  last={sort === 'last'}
                  active={at === activeRow ? active.column : null}
                />
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export const BoardGrid = memo(Grid)

const sizesOf = (metrics: Metrics, challenges: number): CSSProperties => {
  const { row, cell, sign, categories, titles, rank, team, score, solves } = metrics
  const pixels = {
    ...{ row, cell, sign, categories, titles, rank, team, score, solves },
    sticky: fixedWidth(metrics),
    all: fixedWidth(metrics) + challenges * cell,
  }
  return Object.fromEntries(Object.entries(pixels).map(([name, value]) => [`--${name}`, `${value}px`]))
}
