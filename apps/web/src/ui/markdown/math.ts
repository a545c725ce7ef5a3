import type { MarkedExtension, Tokens } from 'marked'

type MathToken = Tokens.Generic & { text: string; display: boolean }

// An opening dollar follows a space or nothing; a closing one precedes a space, punctuation, or nothing.
const inline = /^(\${1,2})(?!\$)((?:\\.|[^\\\n$])+?)\1(?=[\s?!.,:;)\]}'"？！。，：；、）】」』]|$)/
const block = /^\$\$[ \t]*\n([\s\S]+?)\n\$\$[ \t]*(?:\n|$)/

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

const written = ({ text, display }: MathToken): string =>
  `<span data-math="${display ? 'block' : 'inline'}">${escaped(text)}</span>`

const render = (token: Tokens.Generic): string => written(token as MathToken)

export const math: MarkedExtension = {
  extensions: [
    {
      name: 'blockMath',
      level: 'block',
      start: (source) => source.match(/(?:^|\n)\$\$[ \t]*\n/)?.index,
      tokenizer(source): MathToken | undefined {
        const match = block.exec(source)
        return match === null
          ? undefined
          : { type: 'blockMath', raw: match[0], text: (match[1] ?? '').trim(), display: true }
      },
      renderer: (token) => `<p>${render(token)}</p>\n`,
    },
    {
      name: 'inlineMath',
      level: 'inline',
      start(source) {
        const at = source.search(/(?:^|\s)\$/)
        return at === -1 ? undefined : source[at] === '$' ? at : at + 1
      },
      tokenizer(source): MathToken | undefined {
        const match = inline.exec(source)
        return match === null
          ? undefined
          : { type: 'inlineMath', raw: match[0], text: (match[2] ?? '').trim(), display: match[1] === '$$' }
      },
      renderer: render,
    },
  ],
}
