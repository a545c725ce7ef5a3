import type { BackendModule } from 'i18next'
import type { Language } from '@pennant/contract/enums'
import type { Area } from './area.ts'
import { isLanguage } from './language.ts'

/** Named by the build; see vite/catalogues.ts. */
declare const __PENNANT_TEXTS__: string

type Texts = Record<string, string>

const addressOf = (language: Language, area: string): string =>
  `/static/${language.toLowerCase()}.${area}.${__PENNANT_TEXTS__}.json`

const load = async (address: string): Promise<Texts> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // Our own file: the catalogue check holds its shape.
  return (await response.json()) as Texts
}

/** What was asked for before anybody could take it. */
const ahead = new Map<string, Promise<Texts>>()

/** Asks for texts while what reads them is still being made. */
export const askTexts = (language: Language, area: Area): void => {
  const address = addressOf(language, area)
  if (ahead.has(address)) return
  const texts = load(address)
  // Whoever takes them hears of it.
  texts.catch(() => undefined)
  ahead.set(address, texts)
}

const take = (language: string, area: string): Promise<Texts> => {
  // A language that is not ours has no texts.
  if (!isLanguage(language)) return Promise.resolve({})
  const address = addressOf(language, area)
  const texts = ahead.get(address) ?? load(address)
  ahead.delete(address)
  return texts
}

export const catalogueBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, area, callback) {
    take(language, area).then(
      (texts) => callback(null, texts),
      // The second argument asks for another try.
      (error: unknown) => callback(error instanceof Error ? error : String(error), true),
    )
  },
}
