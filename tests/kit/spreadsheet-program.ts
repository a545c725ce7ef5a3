import { execFile } from 'node:child_process'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { skipReason } from './skip-reason.ts'

const run = promisify(execFile)

export const spreadsheetProgramMissing = async (): Promise<string | null> => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const installed = await Promise.any(folders.map((folder) => access(path.join(folder, 'soffice')))).then(
    () => true,
    () => false,
  )
  return skipReason(installed, 'LibreOffice Calc is not installed')
}

export const shownByProgram = async (workbook: Buffer): Promise<string[][]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pennant-sheet-'))
  try {
    await writeFile(path.join(folder, 'sheet.xlsx'), workbook)
    await run('soffice', [
      `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`,
      ...['--headless', '--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76'],
      ...['--outdir', folder, path.join(folder, 'sheet.xlsx')],
    ])
    return parse(await readFile(path.join(folder, 'sheet.csv'), 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const parse = (csv: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}
