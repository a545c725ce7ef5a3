import { readdirSync, readFileSync } from 'node:fs'
import { languages } from '@pennant/contract/enums'
import { problems } from '@pennant/contract/problem'
import { routes } from '@pennant/contract/routes'
import { describe, expect, it } from 'vitest'
import { answerKeys, areas, mailKeys } from './key.ts'

const locales = new URL('../locales/', import.meta.url)
const areasOf = (language: string) =>
  readdirSync(new URL(`${language}/`, locales)).map((file) => file.replace(/\.json$/, ''))
const read = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}/${area}.json`, locales), 'utf8'))

const pluralKey = /^(.+)_(zero|one|two|few|many|other)$/
const stemOf = (key: string) => pluralKey.exec(key)?.[1] ?? key
/** `first` and `second` have other forms than `one` and `two`. */
const formsOf = (language: string, stem: string) => {
  const type = stem.endsWith('_ordinal') ? 'ordinal' : 'cardinal'
  const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions()
  return pluralCategories.map((category) => `${stem}_${category}`)
}
const stemsOf = (catalogue: object) => [...new Set(Object.keys(catalogue).map(stemOf))].toSorted()
const placeholder = /\{\{\w+(?:, number)?\}\}/g
const placeholdersOf = (text: string) => [...new Set(text.match(placeholder))].toSorted().join()

const english = new Map(areasOf('en-US').map((area) => [area, read('en-US', area)]))
const modelOf = (area: string, key: string): string => {
  const catalogue = english.get(area) ?? {}
  return catalogue[key] ?? catalogue[`${stemOf(key)}_other`] ?? 'nothing in English'
}

const sentenceEnds = /[.!?](?=\s|$)|[。！？]/g
/** In three words or more, since abbreviations end with a period, too. */
const isOneSentenceWithPeriod = (text: string) =>
  text.match(sentenceEnds)?.length === 1 && /。$|\s.*\s.*\.$/.test(text)

describe('the English catalogue', () => {
  it('has the areas that the translator reads', () => {
    expect([...english.keys()]).toEqual(expect.arrayContaining([...areas]))
  })

  it('has a title for every problem, every answer and every part of a mail, and no more', () => {
    expect(stemsOf(read('en-US', 'problem'))).toEqual(Object.keys(problems).toSorted())
    expect(stemsOf(read('en-US', 'answer'))).toEqual([...answerKeys].toSorted())
    expect(stemsOf(read('en-US', 'mail'))).toEqual([...mailKeys].toSorted())
  })

  it('names every field that a request may carry', () => {
    const names = read('en-US', 'field')
    const fields = routes.flatMap((route) => [
      ...fieldsOf(route.body),
      ...fieldsOf(route.query),
      ...(route.upload === undefined ? [] : [route.upload.field]),
    ])
    expect(fields).not.toHaveLength(0)
    expect(fields.filter((name) => !Object.hasOwn(names, name))).toEqual([])
    expect(names).toHaveProperty('body')
  })
})

const fieldsOf = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)
  if (typeof schema !== 'object' || schema === null) return []
  const {
    properties = {},
    items,
    anyOf,
  } = schema as {
    properties?: Record<string, unknown>
    items?: unknown
    anyOf?: unknown
  }
  return [...Object.keys(properties), ...[Object.values(properties), items, anyOf].flatMap(fieldsOf)]
}

describe.each(languages)('the catalogue %s', (language) => {
  it('has the same areas as the English one', () => {
    expect(areasOf(language).toSorted()).toEqual([...english.keys()].toSorted())
  })

  it.each([...english.keys()])(
    'says everything in %s, in every form that the language counts with',
    (area) => {
      const wanted = Object.keys(english.get(area) ?? {}).flatMap((key) =>
        pluralKey.test(key) ? formsOf(language, stemOf(key)) : [key],
      )
      expect(Object.keys(read(language, area))).toEqual([...new Set(wanted)].toSorted())
    },
  )

  it.each([...english.keys()])('leaves no text of %s empty', (area) => {
    const texts = Object.entries(read(language, area))
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each([...english.keys()])(
    'has the placeholders of the English texts in %s, and nothing like them',
    (area) => {
      const texts = Object.entries(read(language, area))
      const unlike = texts.filter(
        ([key, text]) => placeholdersOf(text) !== placeholdersOf(modelOf(area, key)),
      )
      expect(unlike).toEqual([])
      expect(texts.filter(([, text]) => /\{\{|\}\}|\$t\(/.test(text.replaceAll(placeholder, '')))).toEqual([])
    },
  )

  it.each([...english.keys()].filter((area) => area !== 'mail'))(
    'ends a sentence that stands alone in %s without a period, like the English text',
    (area) => {
      const texts = Object.entries(read(language, area))
      const ending = texts.filter(
        ([key, text]) => isOneSentenceWithPeriod(text) && !/[.!?]$/.test(modelOf(area, key)),
      )
      expect(ending).toEqual([])
    },
  )
})
