import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { partsOf } from './part.ts'
import { type Sheet, worksheet } from './worksheet.ts'

/** Writes a workbook of one sheet under a row of headings. */
export type SheetWriter = {
  /** The media type of what is made. */
  readonly type: string
  /** With its dot. */
  readonly extension: string
  /** Takes rows as the workbook is read; stops taking them when it is destroyed. */
  write(sheet: Sheet): Readable
}

/** What every spreadsheet program opens, written as it is read: no row is kept. */
export const createXlsx = (): SheetWriter => ({
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: '.xlsx',
  write({ sheetName, columns, rows }): Readable {
    const zip = new ZipFile()
    const sheet = Readable.from(worksheet({ columns, rows }), { objectMode: false })
    // Each end takes the other along: a failure reaches the reader, and a reader who leaves stops the rows.
    const workbook = pipeline(zip.outputStream, new PassThrough(), () => sheet.destroy())
    for (const source of [sheet, zip]) source.on('error', (error: Error) => workbook.destroy(error))

    for (const { path, xml } of partsOf(sheetName)) zip.addBuffer(Buffer.from(xml), path)
    zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
    zip.end()
    return workbook
  },
})
