import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@pennant/contract/enums'

const locales = join(import.meta.dirname, '../../packages/i18n/locales')

export type Texts = (key: string, values?: Record<string, string | number>) => string

/** Texts of a language by key; plural forms have keys of their own. */
export const textsIn = (language: Language): Texts => {
  const texts = new Map(
    ['web', 'account', 'play', 'instance', 'solve', 'team', 'board', 'label'].flatMap((area) => {
      const catalogue: unknown = JSON.parse(readFileSync(join(locales, language, `${area}.json`), 'utf8'))
      // `npm run check catalogue` checks the shape.
      return Object.entries(catalogue as Record<string, string>)
    }),
  )
  return (key, values = {}) => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`there is no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  }
}
