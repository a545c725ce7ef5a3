import type { Language } from '@pennant/contract/enums'
import { nearestLanguage } from '@pennant/i18n/negotiate'
import { stored } from '../storage.ts'
import { fallbackLanguage } from './language.ts'

const storageKey = 'i18nextLng'
export const languageChoice = stored<string | null>(storageKey, String, null)
const cookieName = 'i18next'

export type Surroundings = {
  location: { search: string }
  document: { cookie: string; documentElement: { lang: string } }
  chosen: string | null
  sessionStorage: Pick<Storage, 'getItem'>
  navigator: { languages: readonly string[] }
}

type Detected = {
  language: Language
  unsupported: string[]
}

export const detectLanguage = (from: Surroundings): Detected => {
  const sources: [name: string, tags: readonly (string | null | undefined)[]][] = [
    ['query string', [new URLSearchParams(from.location.search).get('lng')]],
    ['cookie', [cookieOf(from.document.cookie)]],
    ['local storage', [from.chosen]],
    ['session storage', [readSession(from)]],
    // A visitor reads all of these languages, so one supported is enough.
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

export const detectHere = (): Detected =>
  detectLanguage({
    location,
    document,
    navigator,
    chosen: languageChoice.get(),
    get sessionStorage() {
      return sessionStorage
    },
  })

// Other characters may be a script.
const isTag = (text: string): boolean => /^[\w-]{1,35}$/.test(text)

const readSession = (from: Surroundings): string | null => {
  try {
    return from.sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const cookieOf = (cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
