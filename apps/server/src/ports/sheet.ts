import type { Readable } from 'node:stream'

/** `width` is in characters; without one the reader's program decides. */
export type SheetColumn = { title: string; width?: number }

export type SheetCell = string | number

export type Sheet = {
  sheetName: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly SheetCell[]>
}

/** Writes a workbook of one sheet under a row of headings. */
export type SheetWriter = {
  /** The media type of what is made. */
  readonly type: string
  /** With its dot. */
  readonly extension: string
  /** Takes rows as the workbook is read; stops taking them when it is destroyed. */
  write(sheet: Sheet): Readable
}
