import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, escapeText, escapeXml } from './xml.ts'

describe('a text in XML', () => {
  it.each([
    ['<a href="x">&amp;</a>', '&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;'],
    ['tab\tline\nreturn\r', 'tab\tline\nreturn&#13;'],
    ['\u0000\u0008\u000b\u001f\ufffe\uffff', '\ufffd'.repeat(6)],
    ['\ud800a\udc00', '\ufffda\ufffd'],
    ['Zoë 第一 😀', 'Zoë 第一 😀'],
  ])('%j is written %j', (text, xml) => expect(escapeXml(text)).toBe(xml))

  it.each([
    ['_x0041_', '_x005F_x0041_'],
    ['flag_xABCD_xabcd_', 'flag_x005F_xABCD_x005F_xabcd_'],
    ['_x005F_', '_x005F_x005F_'],
    ['_X0041_', '_x005F_X0041_'],
    ['_x41_ _x0041 x0041_ _x004G_', '_x41_ _x0041 x0041_ _x004G_'],
  ])('in a cell is not taken for a written character: %s', (text, xml) => expect(escapeText(text)).toBe(xml))

  it('in a cell is at most as long as programs can hold', () => {
    expect(escapeText('a'.repeat(32_767))).toHaveLength(32_767)
    expect(escapeText('a'.repeat(40_000))).toHaveLength(32_767)
    expect(escapeText('&'.repeat(40_000))).toBe('&amp;'.repeat(32_767))
  })
})

describe('cutting', () => {
  it('never parts one character', () => {
    expect(cut('a😀b', 2)).toBe('a')
    expect(cut('a😀b', 3)).toBe('a😀')
  })

  it('leaves a beginning, and all of what is short enough', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, length) => {
        const short = cut(text, length)
        expect(text.startsWith(short)).toBe(true)
        expect(short.length).toBeLessThanOrEqual(length)
        expect(short.length).toBeGreaterThanOrEqual(Math.min(text.length, length - 1))
        expect(short.isWellFormed()).toBe(true)
      }),
    )
  })
})
