import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Language, languages } from '@pennant/contract/enums'
import type { ProblemCode } from '@pennant/contract/problem'
import { createInstance } from 'i18next'
import { type AnswerKey, type Area, areas, type MailKey } from './key.ts'

/** A number is a quantity; the only one, or `count`, selects the plural form. Identifiers go in as text. */
export type Params = Readonly<Record<string, string | number>>

/** Texts are not escaped for HTML. */
export type Translator = {
  /** The parameter `field`, a name of the wire, is replaced by its display name. */
  problem(language: Language, code: ProblemCode, params?: Params): string
  answer(language: Language, key: AnswerKey, params?: Params): string
  mail(language: Language, key: MailKey, params?: Params): string
  field(language: Language, name: string): string
}

type Catalogue = Readonly<Record<string, string>>

const known = new Map<string, Translator>()

/**
 * Reads every catalog of the folder, so that a broken installation fails at the start: once, however many
 * commands and servers run in the process.
 */
export const createTranslator = (folder: string): Translator => {
  const translator = known.get(folder) ?? readTranslator(folder)
  known.set(folder, translator)
  return translator
}

const readTranslator = (folder: string): Translator => {
  const catalogues = new Map(languages.map((language) => [language, readCatalogues(folder, language)]))
  const i18n = createInstance({
    resources: Object.fromEntries(catalogues),
    lng: 'en-US',
    fallbackLng: 'en-US',
    supportedLngs: languages,
    load: 'currentOnly',
    ns: areas,
    defaultNS: false,
    keySeparator: false,
    nsSeparator: false,
    // A hole in a sentence is better than a placeholder shown to a player.
    missingInterpolationHandler: () => '…',
    interpolation: { escapeValue: false, skipOnVariables: true },
  })
  void i18n.init()

  const numberFormats = new Map<Language, Intl.NumberFormat>()
  const writeNumber = (language: Language, value: number): string => {
    const format = numberFormats.get(language) ?? new Intl.NumberFormat(language)
    numberFormats.set(language, format)
    return format.format(value)
  }

  const say = (language: Language, area: Area, key: string, params: Params = {}): string => {
    const replace = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'number' ? writeNumber(language, value) : value,
      ]),
    )
    // The second key is for a text with plural forms that gets no number.
    return i18n.t([key, `${key}_other`], {
      lng: language,
      ns: area,
      count: countOf(params),
      replace,
      nest: false,
    })
  }

  const field = (language: Language, name: string): string => {
    const names = catalogues.get(language)?.field ?? {}
    const key = name === '' ? 'body' : name
    return (Object.hasOwn(names, key) ? names[key] : undefined) ?? name
  }

  return {
    problem(language, code, params = {}) {
      const { field: name } = params
      return say(
        language,
        'problem',
        code,
        typeof name === 'string' ? { ...params, field: field(language, name) } : params,
      )
    },
    answer: (language, key, params) => say(language, 'answer', key, params),
    mail: (language, key, params) => say(language, 'mail', key, params),
    field,
  }
}

const countOf = (params: Params): number | undefined => {
  if (typeof params.count === 'number') return params.count
  const numbers = Object.values(params).filter((value) => typeof value === 'number')
  return numbers.length === 1 ? numbers[0] : undefined
}

const readCatalogues = (folder: string, language: Language): Record<Area, Catalogue> => {
  const read = (area: Area): Catalogue => {
    const file = path.join(folder, language, `${area}.json`)
    // `catalogue.test.ts` checks its shape.
    return JSON.parse(readFileSync(file, 'utf8')) as Catalogue
  }
  return { answer: read('answer'), field: read('field'), mail: read('mail'), problem: read('problem') }
}
