import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { partsOf } from './part.ts'
import { type Sheet, worksheet } from './worksheet.ts'

export const xlsx = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: '.xlsx',
  write({ sheetName, columns, rows }: Sheet): Readable {
    const zip = new ZipFile()
    const sheet = Readable.from(worksheet({ columns, rows }), { objectMode: false })
    // Each end stops the other: a failure reaches the reader, and a reader that leaves stops the rows.
    const workbook = pipeline(zip.outputStream, new PassThrough(), () => sheet.destroy())
    for (const source of [sheet, zip]) source.on('error', (error: Error) => workbook.destroy(error))

    for (const { path, xml } of partsOf(sheetName)) zip.addBuffer(Buffer.from(xml), path)
    zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
    zip.end()
    return workbook
  },
}
