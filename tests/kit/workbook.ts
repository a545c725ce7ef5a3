import { readZip } from './zip.ts'

export const unzip = (archive: Buffer): Map<string, string> =>
  new Map([...readZip(archive)].map(([name, bytes]) => [name, bytes.toString('utf8')]))

export const unescapeXml = (xml: string): string =>
  xml
    .replace(
      /&(lt|gt|quot|#13);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', '#13': '\r' })[String(name)] ?? '',
    )
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(String(code), 16)))

export type Cell = { place: string; style: number; value: string | number }

export const cellsOf = (sheet: string): Cell[] =>
  [
    ...sheet.matchAll(
      /<c r="([A-Z]+\d+)"(?: s="(\d)" t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g,
    ),
  ].map(([, place = '', style = '0', text, number]) => ({
    place,
    style: Number(style),
    value: text === undefined ? Number(number) : unescapeXml(text),
  }))

/** Others write each text once, and its number into the cells. */
const withStrings = (sheet: string, shared: string): string => {
  const texts = [...shared.matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(([, text = '']) => text)
  return sheet.replace(
    /<c r="([A-Z]+\d+)"(?: s="\d+")? t="s"><v>(\d+)<\/v><\/c>/g,
    (_, place, at) =>
      `<c r="${place}" s="0" t="inlineStr"><is><t xml:space="preserve">${texts[Number(at)]}</t></is></c>`,
  )
}

const columnOf = (place: string): number =>
  [...place.replace(/\d+/, '')].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

export const readWorkbook = (bytes: Buffer): { name: string; rows: (string | number)[][] } => {
  const files = unzip(bytes)
  const rows: (string | number)[][] = []
  const sheet = withStrings(
    files.get('xl/worksheets/sheet1.xml') ?? '',
    files.get('xl/sharedStrings.xml') ?? '',
  )
  for (const { place, value } of cellsOf(sheet)) {
    const row = (rows[Number(/\d+/.exec(place)?.[0]) - 1] ??= [])
    const column = columnOf(place)
    while (row.length < column) row.push('')
    row.push(value)
  }
  const name = /<sheet name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '')?.[1] ?? ''
  return { name: unescapeXml(name), rows }
}
