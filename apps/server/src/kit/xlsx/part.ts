import { styleSheet } from './style.ts'
import { cut, escapeXml } from './xml.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const formats = 'http://schemas.openxmlformats.org'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relations = `${formats}/officeDocument/2006/relationships`

const contentTypes = [
  declaration,
  `<Types xmlns="${formats}/package/2006/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>`,
  '</Types>',
].join('')

const relationships = (targets: readonly { kind: string; target: string }[]): string => {
  const list = targets.map(
    ({ kind, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${formats}/package/2006/relationships">${list.join('')}</Relationships>`
}

const workbook = (name: string): string =>
  [
    declaration,
    `<workbook xmlns="${formats}/spreadsheetml/2006/main" xmlns:r="${relations}">`,
    `<sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets>`,
    '</workbook>',
  ].join('')

const longestName = 31

// Spreadsheet programs call a workbook with any other sheet name damaged.
const sheetNameOf = (name: string): string => {
  const harmless = name.trim().replace(/[\u0000-\u001f\u007f\ufffe\uffff:\\/?*[\]]/g, '_')
  // No apostrophe at either end, because names are quoted with them.
  const short = cut(harmless, longestName).replace(/^'|'$/g, '_')
  if (short === '') return 'Sheet1'
  return short.toLowerCase() === 'history' ? `${short}_` : short
}

export const partsOf = (sheetName: string): readonly { path: string; xml: string }[] => [
  // First, because some programs detect the kind of archive by it.
  { path: '[Content_Types].xml', xml: contentTypes },
  { path: '_rels/.rels', xml: relationships([{ kind: 'officeDocument', target: 'xl/workbook.xml' }]) },
  { path: 'xl/workbook.xml', xml: workbook(sheetNameOf(sheetName)) },
  {
    path: 'xl/_rels/workbook.xml.rels',
    xml: relationships([
      { kind: 'worksheet', target: 'worksheets/sheet1.xml' },
      { kind: 'styles', target: 'styles.xml' },
    ]),
  },
  { path: 'xl/styles.xml', xml: styleSheet },
]
