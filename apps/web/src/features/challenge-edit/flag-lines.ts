import { limits } from '@pennant/contract/limit'
import { isLink } from '@pennant/rules/attachment/link'

export type BadLine = { line: number; text: string; why: 'long' | 'twice' | 'known' | 'noUrl' | 'url' }

export type FlagLines = { flags: string[]; bad: BadLine[] }

export const readFlagLines = (text: string, known: readonly string[]): FlagLines => {
  const bad: BadLine[] = []
  const there = new Set(known)
  const flags = new Set<string>()
  for (const [at, flag] of linesOf(text)) {
    const why = flagFault(flag, there, flags)
    if (why === null) flags.add(flag)
    else bad.push({ line: at, text: flag, why })
  }
  return { flags: [...flags], bad }
}

export type LinkedFlag = { flag: string; url: string }
export type LinkLines = { linked: LinkedFlag[]; bad: BadLine[] }

/** Each line: a flag, a space or tab, a URL. */
export const readLinkLines = (text: string, known: readonly string[]): LinkLines => {
  const bad: BadLine[] = []
  const there = new Set(known)
  const linked = new Map<string, string>()
  for (const [at, line] of linesOf(text)) {
    const [, flag = line, url = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
    const why =
      url === ''
        ? 'noUrl'
        : (flagFault(flag, there, linked) ??
          (isLink(url, (one, base) => URL.canParse(one, base)) ? null : 'url'))
    if (why === null) linked.set(flag, url)
    else bad.push({ line: at, text: line, why })
  }
  return { linked: [...linked].map(([flag, url]) => ({ flag, url })), bad }
}

type Holder = { has(flag: string): boolean }

export const flagFault = (flag: string, known: Holder, before: Holder): BadLine['why'] | null => {
  if (flag.length > limits.flag) return 'long'
  if (known.has(flag)) return 'known'
  return before.has(flag) ? 'twice' : null
}

const linesOf = (text: string): [number, string][] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, at): [number, string] => [at + 1, line.trim()])
    .filter(([, line]) => line !== '')
