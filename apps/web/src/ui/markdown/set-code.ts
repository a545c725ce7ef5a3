import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { grammars, type Grammar, grammarOf } from './grammar.ts'

let highlighter: Promise<HighlighterCore> | undefined

const open = (): Promise<HighlighterCore> =>
  createHighlighterCore({
    themes: [import('@shikijs/themes/github-dark-default'), import('@shikijs/themes/github-light-default')],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })

export const setCode = async (root: HTMLElement): Promise<void> => {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')]
  const wanted = blocks.flatMap((block): { block: HTMLElement; grammar: Grammar }[] => {
    const grammar = grammarOf(block.className.slice('language-'.length))
    return grammar === undefined ? [] : [{ block, grammar }]
  })
  if (wanted.length === 0) return
  highlighter ??= open()
  const shiki = await highlighter
  for (const { block, grammar } of wanted) {
    await shiki.loadLanguage(grammars[grammar])
    const html = shiki.codeToHtml((block.textContent ?? '').replace(/\n$/, ''), {
      lang: grammar,
      themes: { light: 'github-light-default', dark: 'github-dark-default' },
      defaultColor: false,
    })
    // Made by the highlighter, which escapes its input.
    const made = new DOMParser().parseFromString(html, 'text/html').querySelector('code')
    if (made !== null) block.replaceChildren(...made.childNodes)
  }
}
