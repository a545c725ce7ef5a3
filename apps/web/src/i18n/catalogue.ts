import type { Language } from '@pennant/contract/enums'
import type { BackendModule } from 'i18next'
import type { Area } from './area.ts'
import { isLanguage } from './language.ts'

declare const __PENNANT_TEXTS__: string

type Texts = Record<string, string>

const addressOf = (language: Language, area: string): string =>
  `/static/${language.toLowerCase()}.${area}.${__PENNANT_TEXTS__}.json`

const load = async (address: string): Promise<Texts> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // The check of the catalogs ensures the shape.
  return (await response.json()) as Texts
}

const ahead = new Map<string, Promise<Texts>>()

export const prefetchTexts = (language: Language, area: Area): void => {
  const address = addressOf(language, area)
  if (ahead.has(address)) return
  const texts = load(address)
  // `take` reports the failure.
  texts.catch(() => undefined)
  ahead.set(address, texts)
}

const take = (language: string, area: string): Promise<Texts> => {
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
      // The second argument asks i18next to retry.
      (error: unknown) => callback(error instanceof Error ? error : String(error), true),
    )
  },
}
