import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula, formatCsv } from './csv.ts'

describe('a cell of an export', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['flag{=1}', 'flag{=1}'],
    ['', ''],
  ])('%j is written as %j', (cell, written) => {
    expect(escapeFormula(cell)).toBe(written)
  })

  it('never begins like a formula, and loses nothing', () => {
    fc.assert(
      fc.property(fc.string(), (cell) => {
        expect(escapeFormula(cell)).not.toMatch(/^[=+\-@\t\r]/)
        expect(escapeFormula(cell).endsWith(cell)).toBe(true)
      }),
    )
  })
})

describe('an export', () => {
  it('quotes what would break the table, and leaves figures as they are', async () => {
    const blob = await formatCsv(
      ['team', 'answer', 'points'],
      [
        ['Sea "Urchins"', 'a,b\nc', -3],
        ['=cmd()', null, 7],
      ],
    )
    expect(await blob.text()).toBe('team,answer,points\r\n"Sea ""Urchins""","a,b\nc",-3\r\n\'=cmd(),,7\r\n')
  })
})
