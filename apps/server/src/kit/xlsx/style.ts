// Indexes into `cellXfs` below.
const styles = { number: 0, text: 1, quotedText: 2, heading: 3, quotedHeading: 4 } as const

// Characters that start a formula, including full-width forms.
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

// Inline strings are no formulas. When a user edits or copies such a cell, quoting and the format "Text" keep
// it a text. A leading apostrophe would end up in every CSV export and change flags.
export const textStyle = (text: string): number => (formulaStart.test(text) ? styles.quotedText : styles.text)

export const headingStyle = (text: string): number =>
  formulaStart.test(text) ? styles.quotedHeading : styles.heading

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const textFormat = 'numFmtId="49" applyNumberFormat="1" fillId="0" xfId="0"'
const heading = `${textFormat} fontId="1" applyFont="1" borderId="1" applyBorder="1" applyAlignment="1"`
const centred = '<alignment horizontal="center" vertical="center"/>'

export const styleSheet = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
  `<styleSheet xmlns="${main}">`,
  '<fonts count="2">',
  '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '</fonts>',
  '<fills count="2">',
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '</fills>',
  '<borders count="2">',
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border><left/><right/><top/><bottom style="medium"><color auto="1"/></bottom><diagonal/></border>',
  '</borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="5">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  `<xf ${textFormat} fontId="0" borderId="0"/>`,
  `<xf ${textFormat} fontId="0" borderId="0" quotePrefix="1"/>`,
  `<xf ${heading}>${centred}</xf>`,
  `<xf ${heading} quotePrefix="1">${centred}</xf>`,
  '</cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('')
