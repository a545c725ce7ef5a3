import { setImmediate } from 'node:timers/promises'
import { headingStyle, textStyle } from './style.ts'
import { escapeText } from './xml.ts'

/** `width` is in characters; without it the spreadsheet program decides. */
export type SheetColumn = { title: string; width?: number }

export type SheetCell = string | number

export type Sheet = {
  sheetName: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly SheetCell[]>
}

const mostRows = 1_048_576
// In characters; other work gets its turn in between.
const batchSize = 32_768

const columnName = (index: number): string => {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

const textCell = (cell: string, text: string, style: number): string =>
  `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`

const valueCell = (cell: string, value: SheetCell): string => {
  if (Number.isFinite(value)) return `<c r="${cell}"><v>${value}</v></c>`
  const text = String(value)
  return text === '' ? '' : textCell(cell, text, textStyle(text))
}

const widthsOf = (columns: readonly SheetColumn[]): string => {
  const widths = columns.map(({ width }, index) =>
    width === undefined
      ? ''
      : `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const list = widths.join('')
  return list === '' ? '' : `<cols>${list}</cols>`
}

const openingOf = (columns: readonly SheetColumn[], names: readonly string[]): string => {
  const headings = columns.map(({ title }, index) => textCell(`${names[index]}1`, title, headingStyle(title)))
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '</sheetView></sheetViews>',
    widthsOf(columns),
    `<sheetData><row r="1">${headings.join('')}</row>`,
  ].join('')
}

export async function* worksheet({ columns, rows }: Omit<Sheet, 'sheetName'>): AsyncGenerator<string, void> {
  const names = columns.map((_, index) => columnName(index))
  let batch = openingOf(columns, names)
  let number = 1
  for await (const row of rows) {
    number += 1
    if (number > mostRows) throw new RangeError(`a sheet holds ${mostRows} rows at most`)
    const cells = row.map((value, index) => valueCell(`${names[index] ?? columnName(index)}${number}`, value))
    batch += `<row r="${number}">${cells.join('')}</row>`
    if (batch.length < batchSize) continue
    yield batch
    batch = ''
    // Rows that are all in memory would otherwise block the event loop.
    await setImmediate()
  }
  yield `${batch}</sheetData></worksheet>`
}
