import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** A CSS grid track: `minmax(8rem, 2fr)`. */
  width?: string
  sortable?: boolean
  align?: 'end'
  /** On a phone, where rows are cards: the heading, a value without a label, or not shown. */
  narrow?: 'title' | 'plain' | 'hidden'
}

export type RowKey = string | number

export type Sort = { by: string; descending: boolean }

export type Selection<Row> = {
  chosen: ReadonlySet<RowKey>
  onChange: (chosen: ReadonlySet<RowKey>) => void
  all: string
  one: (row: Row) => string
}
