import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** As a track of a CSS grid: `minmax(8rem, 2fr)`. */
  width?: string
  sortable?: boolean
  /** Figures stand at the end. */
  align?: 'end'
  /** On a phone a row is a card: what it is called, what stands without a label, and what is left out. */
  narrow?: 'title' | 'plain' | 'hidden'
}

export type RowKey = string | number

export type Sort = { by: string; descending: boolean }

export type Selection<Row> = {
  chosen: ReadonlySet<RowKey>
  onChange: (chosen: ReadonlySet<RowKey>) => void
  /** The names of the boxes. */
  all: string
  one: (row: Row) => string
}
