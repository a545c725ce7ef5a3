import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { cellsOf, unescapeXml, unzip, type Cell } from '../../../../../tests/kit/workbook.ts'
import type { Sheet, SheetCell } from './worksheet.ts'
import { xlsx } from './xlsx.ts'

async function* each(rows: readonly (readonly SheetCell[])[]): Sheet['rows'] {
  yield* rows
}

const pack = (sheet: Partial<Sheet>): Promise<Buffer> =>
  buffer(xlsx.write({ sheetName: 'Sheet', columns: [], rows: each([]), ...sheet }))

const sheetOf = async (sheet: Partial<Sheet>): Promise<string> =>
  unzip(await pack(sheet)).get('xl/worksheets/sheet1.xml') ?? ''
const texts = async (...values: SheetCell[]): Promise<Cell[]> =>
  cellsOf(await sheetOf({ rows: each([values]) }))

const manyRows = (count = Number.POSITIVE_INFINITY) => {
  const state = { taken: 0, closed: false }
  const rows = async function* (): Sheet['rows'] {
    try {
      while (state.taken < count) {
        state.taken++
        yield [randomBytes(150).toString('base64'), state.taken]
      }
    } finally {
      state.closed = true
    }
  }
  return { state, rows: rows() }
}

describe('a workbook', () => {
  it('holds the parts that programs look for, the list of types first', async () => {
    const files = unzip(await pack({}))
    expect([...files.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ])
    for (const xml of files.values()) expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"/)
  })

  it('has every text and number in its place, under the headings', async () => {
    const xml = await sheetOf({
      columns: [{ title: 'Team' }, { title: 'Score' }],
      rows: each([
        ['Zoë 第一 😀 <&>"', 100],
        ['', -0.5],
        [' kept  as\nit is\r', 1e21],
      ]),
    })
    expect(cellsOf(xml).map(({ place, value }) => [place, value])).toEqual([
      ['A1', 'Team'],
      ['B1', 'Score'],
      ['A2', 'Zoë 第一 😀 <&>"'],
      ['B2', 100],
      ['B3', -0.5],
      ['A4', ' kept  as\nit is\r'],
      ['B4', 1e21],
    ])
  })

  it('names columns beyond the alphabet', async () => {
    const columns = Array.from({ length: 703 }, (_, index) => ({ title: `${index}` }))
    const places = cellsOf(await sheetOf({ columns })).map(({ place }) => place)
    expect([0, 25, 26, 51, 52, 701, 702].map((index) => places[index])).toEqual([
      ...['A1', 'Z1', 'AA1', 'AZ1', 'BA1', 'ZZ1', 'AAA1'],
    ])
    expect(new Set(places).size).toBe(703)
  })

  it('sets the widths that it is told', async () => {
    const columns = [{ title: 'a' }, { title: 'b', width: 30 }]
    expect(await sheetOf({ columns })).toContain(
      '<cols><col min="2" max="2" width="30" customWidth="1"/></cols>',
    )
    expect(await sheetOf({ columns: [{ title: 'a' }] })).not.toContain('<cols>')
  })

  it('shows what is no number after all as text', async () => {
    expect((await texts(Number.NaN, Number.POSITIVE_INFINITY, 1)).map(({ value }) => value)).toEqual([
      'NaN',
      'Infinity',
      1,
    ])
  })

  it('has headings bold, in the middle and with a medium line under them', async () => {
    const files = unzip(await pack({ columns: [{ title: 'Team' }, { title: '=Team' }] }))
    const styles = files.get('xl/styles.xml') ?? ''
    const formats = [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf .*?(?:\/>|<\/xf>)/g)]
    const used = cellsOf(files.get('xl/worksheets/sheet1.xml') ?? '').map(({ style }) => formats[style]?.[0])
    expect(used).toHaveLength(2)
    for (const format of used) {
      expect(format).toContain('fontId="1"')
      expect(format).toContain('borderId="1"')
      expect(format).toContain('<alignment horizontal="center"')
    }
    expect(used.map((format) => format?.includes('quotePrefix="1"'))).toEqual([false, true])
    expect(/<font>.*?<\/font>(<font>.*?<\/font>)/.exec(styles)?.[1]).toContain('<b/>')
    expect(/<border>.*?<\/border>(<border>.*?<\/border>)/.exec(styles)?.[1]).toContain(
      '<bottom style="medium">',
    )
  })

  it.each([
    ['=1+1', 2],
    ['+49 123', 2],
    ['-', 2],
    ['@SUM(A1)', 2],
    ['\t=1', 2],
    ['\r=1', 2],
    ['＝1', 2],
    ['a=1', 1],
    [' =1', 1],
    ['0123', 1],
  ])(
    'marks %j as quoted text where it could start a formula, and changes nothing in it',
    async (text, style) => {
      expect(await texts(text)).toEqual([{ place: 'A2', style, value: text }])
      const files = unzip(await pack({}))
      const formats = [...(files.get('xl/styles.xml') ?? '').matchAll(/<xf numFmtId="49"[^>]*>/g)]
      expect(formats[style - 1]?.[0].includes('quotePrefix="1"')).toBe(style === 2)
    },
  )

  it('never holds a formula', async () => {
    const xml = await sheetOf({ columns: [{ title: '=1' }], rows: each([['=1', '</t><f>1</f>']]) })
    expect(xml).not.toMatch(/<f[ >]/)
  })

  it.each([
    ['Scoreboard', 'Scoreboard'],
    ['a:b\\c/d?e*f[g]h', 'a_b_c_d_e_f_g_h'],
    ['x'.repeat(40), 'x'.repeat(31)],
    [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
    [`'quoted'`, '_quoted_'],
    [`${'x'.repeat(30)}'s`, `${'x'.repeat(30)}_`],
    [' \n ', 'Sheet1'],
    ['history', 'history_'],
    ['A & B "<C>"', 'A & B "<C>"'],
  ])('calls its sheet %j %j', async (sheetName, name) => {
    const workbook = unzip(await pack({ sheetName })).get('xl/workbook.xml') ?? ''
    expect(unescapeXml(/<sheet name="([^"]*)"/.exec(workbook)?.[1] ?? '')).toBe(name)
  })
})

describe('writing a workbook', () => {
  it('keeps every one of very many rows', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => [`team ${index}`, index] as const)
    const cells = cellsOf(await sheetOf({ columns: [{ title: 'T' }, { title: 'N' }], rows: each(rows) }))
    expect(cells.slice(2).map(({ value }) => value)).toEqual(rows.flat())
    expect(cells.at(-1)?.place).toBe('B30001')
  })

  it('takes no more rows than somebody reads', async () => {
    const { state, rows } = manyRows()
    const workbook = xlsx.write({ sheetName: 'x', columns: [], rows })
    workbook.read(1)
    await expect.poll(() => state.taken).toBeGreaterThan(0)
    // Begun later and read to its end: by then the first would be, too, without backpressure.
    const other = manyRows(20_000)
    await pack({ rows: other.rows })
    expect(other.state.taken).toBe(20_000)
    expect(state.taken).toBeLessThan(10_000)
    workbook.destroy()
    await expect.poll(() => state.closed).toBe(true)
  })

  it('closes the rows when its reader leaves', async () => {
    const { state, rows } = manyRows()
    for await (const piece of xlsx.write({ sheetName: 'x', columns: [], rows })) {
      expect(piece.length).toBeGreaterThan(0)
      if (state.taken > 5000) break
    }
    await expect.poll(() => state.closed).toBe(true)
  })

  it('begins no rows when its reader leaves at once', async () => {
    const { state, rows } = manyRows()
    const workbook = xlsx.write({ sheetName: 'x', columns: [], rows })
    workbook.destroy()
    await once(workbook, 'close')
    await pack({ rows: each([['a']]) })
    expect(state.taken).toBe(0)
  })

  it.each([0, 5, 5000])('fails for its reader when the rows fail after %i', async (count) => {
    const rows = async function* (): Sheet['rows'] {
      for (let row = 0; row < count; row++) yield ['a', row]
      throw new Error('the database is away')
    }
    await expect(pack({ rows: rows() })).rejects.toThrow('the database is away')
  })

  it('fails rather than leave out rows that no sheet can hold', async () => {
    const none: readonly SheetCell[] = []
    const rows = async function* (): Sheet['rows'] {
      for (let row = 0; row < 1_048_576; row++) yield none
    }
    await expect(pack({ rows: rows() })).rejects.toThrow(RangeError)
  })
})
