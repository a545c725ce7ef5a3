import { type Language, languages } from '@pennant/contract/enums'

/** The first source that names a supported language decides. */
export type LanguageHints = {
  /** Reads `ui-culture` and `culture`. */
  query?: string | undefined
  /** The header `Cookie`, of which `.AspNetCore.Culture` is read: `c=zh-CN|uic=zh-CN`. */
  cookie?: string | undefined
  acceptLanguage?: string | undefined
}

const fallback: Language = 'en-US'
/** No honest client names this many languages. */
const longestHeader = 1000
const longestShellHeader = 100

const byTag: ReadonlyMap<string, Language> = new Map(languages.map((tag) => [tag.toLowerCase(), tag]))
/** The first of our languages with that primary subtag: zh is zh-CN. */
const byPrimary: ReadonlyMap<string, Language> = new Map(
  languages.toReversed().map((tag) => [primaryOf(tag.toLowerCase()), tag]),
)
const traditional = new Set(['hant', 'tw', 'hk', 'mo', 'cht'])

export const negotiate = ({ query, cookie, acceptLanguage }: LanguageHints): Language =>
  firstSpoken(fromQuery(query)) ??
  firstSpoken(fromCookie(cookie)) ??
  firstSpoken(fromHeader(acceptLanguage, longestHeader)) ??
  fallback

/** A whole supported tag, or only the primary language in lower case. */
export const shellLanguage = (acceptLanguage: string | undefined): string => {
  const tags = fromHeader(acceptLanguage, longestShellHeader).map((tag) => tag.toLowerCase())
  return (
    tags.find((tag) => byTag.has(tag)) ??
    tags.map(primaryOf).find((primary) => byPrimary.has(primary)) ??
    fallback.toLowerCase()
  )
}

const firstSpoken = (tags: readonly string[]): Language | undefined => {
  for (const tag of tags) {
    const language = nearestLanguage(tag)
    if (language !== undefined) return language
  }
  return undefined
}

export const nearestLanguage = (text: string): Language | undefined => {
  const tag = text.toLowerCase()
  const whole = byTag.get(tag)
  if (whole !== undefined) return whole
  const subtags = tag.split('-')
  // Chinese has two scripts; without one, the region decides.
  const chinese = subtags[0] === 'zh' && !subtags.includes('hans')
  if (chinese && subtags.some((subtag) => traditional.has(subtag))) return 'zh-TW'
  const primary = primaryOf(tag)
  // Old runtimes still send the code that Indonesian had until 1989.
  return byPrimary.get(primary === 'in' ? 'id' : primary)
}

function primaryOf(tag: string): string {
  const end = tag.indexOf('-')
  return end === -1 ? tag : tag.slice(0, end)
}

const fromQuery = (query: string | undefined): string[] => {
  // Skips the parsing, which nearly every query can do without.
  if (query === undefined || !/culture=/i.test(query)) return []
  const given = [...new URLSearchParams(query)]
  return ['ui-culture', 'culture'].flatMap((name) =>
    given.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim()),
  )
}

const cultureCookie = /(?:^|;)\s*\.AspNetCore\.Culture=([^;]*)/

const fromCookie = (cookie: string | undefined): string[] => {
  const value = cookie === undefined ? undefined : cultureCookie.exec(cookie)?.[1]
  if (value === undefined) return []
  const parts = decode(value).split('|')
  return ['uic=', 'c='].flatMap((name) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length).trim()),
  )
}

/** Frameworks percent-encode the value, people don't. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The most wanted first; refused (`q=0`) and unreadable tags are left out. */
const fromHeader = (header: string | undefined, longest: number): string[] => {
  if (header === undefined || header.length > longest) return []
  return header
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';')
      return { tag: tag.trim(), weight: weightOf(parameters) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

const weightOf = (parameters: readonly string[]): number => {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'q') continue
    const weight = Number(value)
    return Number.isNaN(weight) ? 0 : Math.min(weight, 1)
  }
  return 1
}
