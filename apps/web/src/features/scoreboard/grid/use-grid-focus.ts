import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { fixedColumns, type Metrics } from './metrics.ts'
import { columnWindow, rowWindow } from './use-viewport.ts'
import { offsetToShow } from './window.ts'

/** Team null: the head. */
export type Cell = { team: number | null; column: number }

type Options = {
  scroller: RefObject<HTMLElement | null>
  metrics: Metrics
  teams: readonly number[]
  columns: number
  onActivate: (cell: Cell, element: HTMLElement) => void
}

const head = -1

export const useGridFocus = ({ scroller, metrics, teams, columns, onActivate }: Options) => {
  const [chosen, setChosen] = useState<Cell>({ team: teams[0] ?? null, column: 1 })
  const wanted = useRef<Cell | null>(null)
  const row = chosen.team === null ? head : teams.indexOf(chosen.team)
  // The first team replaces one that is no longer shown.
  const active: Cell = {
    team: chosen.team !== null && row === -1 ? (teams[0] ?? null) : chosen.team,
    column: Math.min(chosen.column, columns - 1),
  }
  const activeRow = active.team === null ? head : Math.max(0, row)

  useEffect(() => {
    if (wanted.current?.team !== active.team || wanted.current.column !== active.column) return
    wanted.current = null
    const cell = scroller.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')
    cell?.focus({ preventScroll: true })
    // The table may reach below the window.
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const goTo = (at: number, column: number, centered = false): void => {
    const view = scroller.current
    const nextRow = Math.max(head, Math.min(teams.length - 1, at))
    const nextColumn = Math.max(0, Math.min(columns - 1, column))
    const next = { team: nextRow === head ? null : (teams[nextRow] ?? null), column: nextColumn }
    wanted.current = next
    setChosen(next)
    if (view === null) return
    const rows = rowWindow(view, metrics)
    const top = centered
      ? (nextRow + 0.5) * rows.size - rows.extent / 2
      : nextRow === head
        ? rows.offset
        : offsetToShow(nextRow, rows)
    const challenges = columnWindow(view, metrics)
    const shift =
      nextColumn < fixedColumns ? 0 : offsetToShow(nextColumn - fixedColumns, challenges) - challenges.offset
    view.scrollTo({ top, left: nextColumn === 0 ? 0 : view.scrollLeft + shift })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (altKey || metaKey || !(event.target instanceof HTMLElement)) return
    const view = scroller.current
    const page =
      view === null ? 10 : Math.max(1, Math.floor(rowWindow(view, metrics).extent / metrics.row) - 1)
    const { column } = active
    const moves: Readonly<Record<string, [row: number, column: number]>> = {
      ArrowDown: [activeRow + 1, column],
      ArrowUp: [activeRow - 1, column],
      ArrowLeft: [activeRow, column - 1],
      ArrowRight: [activeRow, column + 1],
      Home: [ctrlKey ? 0 : activeRow, 0],
      End: [ctrlKey ? teams.length - 1 : activeRow, columns - 1],
      PageDown: [activeRow + page, column],
      PageUp: [Math.max(0, activeRow - page), column],
    }
    const move = moves[key]
    if (move !== undefined && (!ctrlKey || key === 'Home' || key === 'End')) {
      event.preventDefault()
      goTo(...move)
    } else if ((key === 'Enter' || key === ' ') && !ctrlKey) {
      event.preventDefault()
      onActivate(active, event.target)
    }
  }

  return {
    active,
    activeRow,
    onKeyDown,
    onFocus(cell: Cell): void {
      if (cell.team !== active.team || cell.column !== active.column) setChosen(cell)
    },
    goTo,
  }
}

export const cellAt = (target: EventTarget): { cell: Cell; element: HTMLElement } | null => {
  if (!(target instanceof Element)) return null
  const element = target.closest<HTMLElement>('[data-column]')
  if (element === null) return null
  const team = element.closest<HTMLElement>('[data-team]')?.dataset['team']
  return {
    cell: { team: team === undefined ? null : Number(team), column: Number(element.dataset['column']) },
    element,
  }
}
