/** What punctuation stands for after a backslash. */
const escaped = /\\([\\`*_{}[\]()#+\-.!|~<>])/g
const kept = /\uE000(\d+)\uE000/g

const marks: readonly (readonly [RegExp, string])[] = [
  // Fences of code and rules across the page.
  [/^ {0,3}(?:```|~~~).*$/gm, ''],
  [/^ {0,3}(?:[-*_] *){3,}$/gm, ''],
  // Headings, quotations, items of lists.
  [/^ {0,3}#{1,6} +(.*?)(?: +#+)?$/gm, '$1'],
  [/^ {0,3}(?:> ?)+/gm, ''],
  [/^ *(?:[-*+]|\d{1,9}[.)]) +(?:\[[ xX]\] +)?/gm, ''],
  // Images and links, as what they are called.
  [/!\[([^\]]*)\]\([^)\s]*(?: +"[^"]*")?\)/g, '$1'],
  [/\[([^\]]+)\]\([^)\s]*(?: +"[^"]*")?\)/g, '$1'],
  [/<((?:https?:|mailto:)[^>\s]+)>/g, '$1'],
  [/<br *\/?>/gi, ' '],
  [/<\/?[a-z][^>]*>/gi, ''],
  // Outer marks before inner ones. Within a word, as in names of files, an underscore is none.
  [/(\*{1,3})(?=\S)([^*]*[^*\s])\1/g, '$2'],
  [/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]*[^_\s])\1(?![\p{L}\p{N}_])/gu, '$2'],
  [/~~(?=\S)([^~]*[^~\s])~~/g, '$1'],
]

/** The words of a Markdown text on one line, for places that show no markup. */
export const plainText = (source: string): string => {
  const literal: string[] = []
  const keep = (text: string): string => `\uE000${literal.push(text) - 1}\uE000`
  let text = source
    .replaceAll('\uE000', '')
    .replace(escaped, (_, character: string) => keep(character))
    // Code says what it says.
    .replace(/(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)/g, (_, _fence, code: string) => keep(code.trim()))
  for (let before = ''; before !== text; ) {
    before = text
    for (const [mark, words] of marks) text = text.replace(mark, words)
  }
  const whole = (part: string): string =>
    part.replace(kept, (_, at: string) => whole(literal[Number(at)] ?? ''))
  return whole(text).replace(/\s+/g, ' ').trim()
}
