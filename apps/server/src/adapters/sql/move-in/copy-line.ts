export type Cell = string | number | boolean | null | readonly string[]

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string): string =>
  text.replaceAll(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? letter)

const element = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

export const copyLine = (cells: readonly Cell[]): string =>
  `${cells
    .map((cell) => {
      if (cell === null) return String.raw`\N`
      return escaped(typeof cell === 'object' ? `{${cell.map(element).join(',')}}` : String(cell))
    })
    .join('\t')}\n`
