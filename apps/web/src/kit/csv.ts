export type Cell = string | number | null

/** Spreadsheet programs run such cells as formulas; the apostrophe makes them text. */
export const escapeFormula = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

/** Spreadsheet programs recognize UTF-8 by the byte order mark. */
export const formatCsv = async (
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> => {
  const { default: papa } = await import('papaparse')
  const cells = [header, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : (cell ?? ''))),
  )
  return new Blob([`\uFEFF${papa.unparse(cells, { newline: '\r\n' })}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
}
