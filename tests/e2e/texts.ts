import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@pennant/contract/enums'

const locales = join(import.meta.dirname, '../../packages/i18n/locales')

export type Texts = (key: string, values?: Record<string, string | number>) => string

/** What the client says in a language: its texts by their keys, those with plural forms by their own. */
export const textsIn = (language: Language): Texts => {
  const texts = new Map(
    ['web', 'account', 'play'].flatMap((area) => {
      const catalogue: unknown = JSON.parse(readFileSync(join(locales, language, `${area}.json`), 'utf8'))
      // Our own files, whose shape is checked elsewhere.
      return Object.entries(catalogue as Record<string, string>)
    }),
  )
  return (key, values = {}) => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`there is no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  }
}
