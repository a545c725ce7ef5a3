import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive, by the list at its end, as programs read it. */
export const unzip = (archive: Buffer): Map<string, string> => {
  const end = archive.length - 22
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('the archive has no end')
  const files = new Map<string, string>()
  let entry = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(entry) !== 0x02014b50) throw new Error('the list of the archive is broken')
    const nameLength = archive.readUInt16LE(entry + 28)
    const name = archive.toString('utf8', entry + 46, entry + 46 + nameLength)
    const local = archive.readUInt32LE(entry + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(entry + 20)))
    if (crc32(bytes) !== archive.readUInt32LE(entry + 16)) throw new Error(`${name} is broken`)
    files.set(name, bytes.toString('utf8'))
    entry += 46 + nameLength + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32)
  }
  return files
}

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

const columnOf = (place: string): number =>
  [...place.replace(/\d+/, '')].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** A workbook of one sheet, row by row, the headings first; what is empty is an empty text. */
export const readWorkbook = (bytes: Buffer): { name: string; rows: (string | number)[][] } => {
  const files = unzip(bytes)
  const rows: (string | number)[][] = []
  for (const { place, value } of cellsOf(files.get('xl/worksheets/sheet1.xml') ?? '')) {
    const row = (rows[Number(/\d+/.exec(place)?.[0]) - 1] ??= [])
    const column = columnOf(place)
    while (row.length < column) row.push('')
    row.push(value)
  }
  const name = /<sheet name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '')?.[1] ?? ''
  return { name: unescapeXml(name), rows }
}
