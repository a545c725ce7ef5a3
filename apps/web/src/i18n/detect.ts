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

/** The language that is asked for by hand or was chosen before, and the one that all together come to. */
export const detectLanguage = (from: Surroundings): { asked: string | null; language: Language } => {
  const address = new URLSearchParams(from.location.search).get('lng')
  const chosen = read(() => from.localStorage)
  const wishes = [
    ...[address, cookieOf(from.document.cookie), chosen, read(() => from.sessionStorage)],
    ...from.navigator.languages,
    from.document.documentElement.lang,
  ]
  for (const wish of wishes) {
    const language = nearestLanguage(wish ?? '')
    if (language !== undefined) return { asked: address ?? chosen, language }
  }
  return { asked: address ?? chosen, language: fallbackLanguage }
}

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
