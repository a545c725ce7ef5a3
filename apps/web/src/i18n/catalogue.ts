import type { BackendModule } from 'i18next'
import { isLanguage } from './language.ts'

/** Named by the build; see vite/catalogues.ts. */
declare const __PENNANT_TEXTS__: string

const load = async (language: string, area: string): Promise<Record<string, string>> => {
  // A language that is not ours has no texts.
  if (!isLanguage(language)) return {}
  const address = `/static/${language}.${area}.${__PENNANT_TEXTS__}.json`
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // Our own file: the catalogue check holds its shape.
  return (await response.json()) as Record<string, string>
}

export const catalogueBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, area, callback) {
    load(language, area).then(
      (texts) => callback(null, texts),
      // The second argument asks for another try.
      (error: unknown) => callback(error instanceof Error ? error : String(error), true),
    )
  },
}
