import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { shownByProgram, spreadsheetProgramMissing } from '../../../../../tests/kit/spreadsheet-program.ts'
import type { Sheet } from './worksheet.ts'
import { xlsx } from './xlsx.ts'

const missing = await spreadsheetProgramMissing()
const shown = async (sheet: Sheet): Promise<string[][]> => shownByProgram(await buffer(xlsx.write(sheet)))

describe.skipIf(missing !== null)(withSkipReason('a workbook in a spreadsheet program', missing), () => {
  it('shows the texts that were written, whatever they look like', { timeout: 120_000 }, async () => {
    const texts = [
      ...['=1+1', '=HYPERLINK("x")', '+49 123', '-', '-1+1', '@SUM(A1)', '\t=1', '\n=1', '＝1'],
      ...['0123', '1e5', '2026-01-01', 'TRUE', "'quoted", '"a","b"', '<b>&amp;</b>', ' kept  as it is '],
      ...['flag{_x0041_}', 'one\ntwo', 'Zoë 第一 😀', ']]>', 'x'.repeat(32_767)],
    ]
    const rows = async function* (): Sheet['rows'] {
      for (const text of texts) yield [text, text.length]
    }
    const columns = [{ title: '=Text', width: 40 }, { title: 'Length' }]
    const got = await shown({ sheetName: 'Texts: all', columns, rows: rows() })
    expect(got).toEqual([['=Text', 'Length'], ...texts.map((text) => [text, `${text.length}`])])
  })

  it('shows all of very many rows', { timeout: 120_000 }, async () => {
    const count = 30_000
    const rows = async function* (): Sheet['rows'] {
      for (let row = 1; row <= count; row++) yield ['WRONG', `team ${row}`, `flag{${row}}`, row]
    }
    const columns = ['Status', 'Team', 'Submission', 'N'].map((title) => ({ title }))
    const got = await shown({ sheetName: 'All', columns, rows: rows() })
    expect(got).toHaveLength(count + 1)
    expect(got.at(-1)).toEqual(['WRONG', `team ${count}`, `flag{${count}}`, `${count}`])
  })
})
