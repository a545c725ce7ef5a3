export type Cell = string | number | null

/** Spreadsheet programs take some beginnings for a formula; an apostrophe makes it a text again. */
export const defused = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

/** A table as such programs read it: with a mark of its encoding, and nothing in it that calculates. */
export const writeCsv = async (
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> => {
  const { default: papa } = await import('papaparse')
  const cells = [header, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'string' ? defused(cell) : (cell ?? ''))),
  )
  return new Blob([`\uFEFF${papa.unparse(cells, { newline: '\r\n' })}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
}
