import type { Language } from '@pennant/contract/enums'
import { fallbackLanguage, nearestLanguage } from './language.ts'

/** Where the choice is kept. */
export const storageKey = 'i18nextLng'
const cookieName = 'i18next'

type Shelf = Pick<Storage, 'getItem'>

/** What a window tells of its visitor; storage may refuse to be asked. */
export type Surroundings = {
  location: { search: string }
  document: { cookie: string; documentElement: { lang: string } }
  localStorage: Shelf
  sessionStorage: Shelf
  navigator: { languages: readonly string[] }
}

type Detected = {
  language: Language
  /** What was told before it, and by whom, that isn't supported. */
  unsupported: string[]
}

/** The first supported language, in the order of the sources; English where none names one. */
export const detectLanguage = (from: Surroundings): Detected => {
  const sources: [name: string, tags: readonly (string | null | undefined)[]][] = [
    ['query string', [new URLSearchParams(from.location.search).get('lng')]],
    ['cookie', [cookieOf(from.document.cookie)]],
    ['local storage', [read(() => from.localStorage)]],
    ['session storage', [read(() => from.sessionStorage)]],
    // A browser lists all that its owner reads: one of them is enough.
    ['navigator', from.navigator.languages],
    ['html lang', [from.document.documentElement.lang]],
  ]
  const unsupported: string[] = []
  for (const [name, told] of sources) {
    const tags = told.filter((tag) => isTag(tag ?? ''))
    for (const tag of tags) {
      const language = nearestLanguage(tag ?? '')
      if (language !== undefined) return { language, unsupported }
    }
    if (tags.length > 0) unsupported.push(`${tags.join(', ')} (${name})`)
  }
  return { language: fallbackLanguage, unsupported }
}

/** Anything with other characters may be a script, and is ignored. */
const isTag = (text: string): boolean => /^[\w-]{1,35}$/.test(text)

const read = (shelf: () => Shelf): string | null => {
  try {
    return shelf().getItem(storageKey)
  } catch {
    return null
  }
}

const cookieOf = (cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
