// With longer texts, spreadsheet programs call the whole workbook damaged.
const longestText = 32_767

// XML can't express these.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // XML parsers would turn it into a line feed.
  '\r': '&#13;',
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

// Never between the two halves of a surrogate pair.
export const cut = (text: string, length: number): string => {
  if (text.length <= length) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length)
}

export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '\ufffd')
    .replace(/[&<>"\r]/g, (character) => entities[character] ?? character)

// Workbooks write characters as `_x0041_`; an underscore that only looks like one must be escaped.
export const escapeText = (text: string): string =>
  escapeXml(cut(text, longestText)).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
