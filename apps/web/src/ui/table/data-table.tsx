/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- laid out as grids, which takes a table's own roles away in some browsers */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import type { Column, RowKey, Selection, Sort } from './column.ts'
import classes from './data-table.module.css'
import { SortChoice } from './sort-choice.tsx'
import { useRowKeys } from './use-row-keys.ts'

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined: not loaded yet. */
  rows: readonly (Row | undefined)[]
  keyOf: (row: Row) => RowKey
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  sortLabel?: string
  selection?: Selection<Row>
  /** By Enter on a row; other users need a link or button in it. */
  onOpen?: (row: Row) => void
  toneOf?: (row: Row) => 'dim' | 'caution' | 'danger' | undefined
  virtual?: boolean
  /** Columns shrink to their least width, instead of the longest text. */
  fitting?: boolean
  onRange?: (first: number, last: number) => void
}

const guessedRowHeight = 45
const rowsBeyondSight = 12

export const DataTable = <Row,>({
  label,
  columns,
  rows,
  keyOf,
  sort = null,
  onSort,
  sortLabel,
  selection,
  onOpen,
  toneOf,
  virtual = false,
  fitting = false,
  onRange,
}: Props<Row>): ReactNode => {
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const lastChosen = useRef<number | null>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => guessedRowHeight,
    overscan: rowsBeyondSight,
  })
  const shown = virtual ? virtualizer.getVirtualItems() : null
  const [first, last] =
    shown === null ? [0, rows.length - 1] : [shown[0]?.index ?? 0, shown.at(-1)?.index ?? -1]

  useEffect(() => {
    if (last >= first) onRange?.(first, last)
  }, [first, last, onRange])

  const choose = (index: number, through = false): void => {
    const row = rows[index]
    if (selection === undefined || row === undefined) return
    const next = new Set(selection.chosen)
    const adds = !next.has(keyOf(row))
    const from = through ? (lastChosen.current ?? index) : index
    for (const one of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (one === undefined) continue
      if (adds) next.add(keyOf(one))
      else next.delete(keyOf(one))
    }
    lastChosen.current = index
    selection.onChange(next)
  }

  const { active, onFocusRow } = useRowKeys({
    body,
    count: rows.length,
    reveal: (index) => {
      if (virtual) virtualizer.scrollToIndex(index)
      else body.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' })
    },
    onOpen:
      onOpen &&
      ((index) => {
        const row = rows[index]
        if (row !== undefined) onOpen(row)
      }),
    onToggle: selection && choose,
  })

  const there = rows.filter((row) => row !== undefined)
  const chosenHere =
    selection === undefined ? 0 : there.filter((row) => selection.chosen.has(keyOf(row))).length
  const tracks = [
    ...(selection === undefined ? [] : ['2.5rem']),
    ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)'),
  ].join(' ')
  // Both fillers stay even if empty: a table that is briefly too short loses its scroll position.
  const before = shown?.[0]?.start ?? 0
  const after = shown === null ? 0 : virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)

  const rowAt = (index: number): ReactNode => {
    const row = rows[index]
    const chosen = row !== undefined && selection?.chosen.has(keyOf(row)) === true
    return (
      <tr
        key={row === undefined ? `empty ${index}` : keyOf(row)}
        ref={virtual ? virtualizer.measureElement : undefined}
        role="row"
        className={classes.row}
        data-row={index}
        data-index={index}
        data-tone={row === undefined ? undefined : toneOf?.(row)}
        data-chosen={chosen || undefined}
        aria-rowindex={virtual ? index + 2 : undefined}
        tabIndex={index === active ? 0 : -1}
        onFocus={() => onFocusRow(index)}
      >
        {selection !== undefined && (
          <td role="cell" className={classes.box}>
            {row !== undefined && (
              <input
                type="checkbox"
                aria-label={selection.one(row)}
                checked={chosen}
                onChange={(event) =>
                  choose(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
                }
              />
            )}
          </td>
        )}
        {columns.map(({ id, header, cell, align, narrow }) => (
          <td key={id} role="cell" className={classes.cell} data-align={align} data-narrow={narrow}>
            <span className={classes.label} aria-hidden="true">
              {header}
            </span>
            <div className={classes.value}>
              {row === undefined ? <span className={classes.waiting} /> : cell(row)}
            </div>
          </td>
        ))}
      </tr>
    )
  }

  return (
    <>
      {sortLabel !== undefined && onSort !== undefined && (
        <SortChoice label={sortLabel} columns={columns} sort={sort} onSort={onSort} />
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        data-virtual={virtual || undefined}
        tabIndex={virtual ? 0 : undefined}
        role={virtual ? 'region' : undefined}
        aria-label={virtual ? label : undefined}
      >
        {/* Laid out as a grid, which removes the roles of a table in some browsers. */}
        <table
          role="table"
          className={classes.table}
          data-fitting={fitting || undefined}
          aria-label={label}
          aria-rowcount={virtual ? rows.length + 1 : undefined}
          style={tracksOf(tracks)}
        >
          <thead role="rowgroup" className={classes.head}>
            <tr role="row" className={classes.row}>
              {selection !== undefined && (
                <th role="columnheader" className={classes.box}>
                  <label className={classes.all}>
                    <input
                      ref={(box) => {
                        if (box !== null) box.indeterminate = chosenHere > 0 && chosenHere < there.length
                      }}
                      type="checkbox"
                      aria-label={selection.all}
                      checked={there.length > 0 && chosenHere === there.length}
                      onChange={({ currentTarget }) =>
                        selection.onChange(currentTarget.checked ? new Set(there.map(keyOf)) : new Set())
                      }
                    />
                    <span className={classes.allText}>{selection.all}</span>
                  </label>
                </th>
              )}
              {columns.map(({ id, header, sortable = false, align }) => {
                const sorted = sort?.by === id ? sort : null
                return (
                  <th
                    key={id}
                    role="columnheader"
                    className={classes.cell}
                    data-align={align}
                    aria-sort={
                      sortable
                        ? sorted === null
                          ? 'none'
                          : sorted.descending
                            ? 'descending'
                            : 'ascending'
                        : undefined
                    }
                  >
                    {sortable && onSort !== undefined ? (
                      <button
                        type="button"
                        className={classes.sort}
                        onClick={() => onSort({ by: id, descending: sorted !== null && !sorted.descending })}
                      >
                        {header}
                        {sorted !== null && <Icon name={sorted.descending ? 'down' : 'up'} size={14} />}
                      </button>
                    ) : (
                      header
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup" className={classes.body}>
            {shown !== null && <tr aria-hidden="true" style={{ height: `${before}px` }} />}
            {shown === null ? rows.map((_, index) => rowAt(index)) : shown.map(({ index }) => rowAt(index))}
            {shown !== null && <tr aria-hidden="true" style={{ height: `${after}px` }} />}
          </tbody>
        </table>
      </div>
    </>
  )
}

// React's types don't know custom properties.
const tracksOf = (tracks: string): CSSProperties => ({ '--tracks': tracks }) as CSSProperties
