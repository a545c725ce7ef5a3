import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkCatalogues, tags } from './check-catalogues.mjs'

type Texts = Record<string, unknown>
type Areas = Record<string, Texts | string>

const roots: string[] = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

const problems = `export const problems = { 'team.full': { status: 400 }, 'team.gone': { status: 404 } } as const`

const english: Record<string, Texts> = {
  field: { name: 'Name' },
  mail: { greeting: 'Hello {{name}}' },
  problem: { 'team.full': 'A team has {{limit}} members at most', 'team.gone': 'Gone' },
}

const translated: Record<string, Texts> = {
  field: { name: 'Nomo' },
  mail: { greeting: 'Saluton {{name}}' },
  problem: { 'team.full': 'Teamo havas maksimume {{limit}} membrojn', 'team.gone': 'For' },
}

/** A text in place of an object is a raw file. */
function write(change: Record<string, Areas> = {}, source = problems): string {
  const root = mkdtempSync(path.join(tmpdir(), 'catalogue-'))
  roots.push(root)
  const files: Record<string, string> = { 'packages/contract/src/problem.ts': source }
  for (const tag of new Set([...tags, ...Object.keys(change)])) {
    const areas: Areas = { ...(tag === 'en-US' ? english : translated), ...change[tag] }
    for (const [area, texts] of Object.entries(areas)) {
      files[localeFile(tag, area)] = typeof texts === 'string' ? texts : JSON.stringify(texts)
    }
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

function localeFile(tag: string, area: string): string {
  return `packages/i18n/locales/${tag}/${area}.json`
}

function check(root: string, options: Parameters<typeof checkCatalogues>[1] = {}): string[] {
  return (checkCatalogues(root, options)?.faults ?? []).map(
    ({ file, line, text }) => `${file}:${line}  ${text}`,
  )
}

describe('the set of catalogues', () => {
  it('passes when every language is complete', () => {
    expect(checkCatalogues(write())).toEqual({ catalogues: 33, faults: [] })
  })

  it('is not judged before there is one', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'catalogue-'))
    roots.push(root)
    expect(checkCatalogues(root)).toBeUndefined()
  })

  it('has every language and every area English has', () => {
    const root = write({ 'en-US': { web: { title: 'Pennant' } } })
    rmSync(path.join(root, 'packages/i18n/locales/ru-RU'), { recursive: true })
    const faults = check(root)
    expect(faults).toContain('packages/i18n/locales/ru-RU/mail.json:1  missing file')
    expect(faults).toContain('packages/i18n/locales/de-DE/web.json:1  missing file')
    expect(faults).toHaveLength(4 + 9)
  })

  it('has the areas the server needs even when English lacks one', () => {
    const root = write()
    for (const tag of tags) rmSync(path.join(root, localeFile(tag, 'mail')))
    expect(check(root)).toEqual(tags.map((tag) => `${localeFile(tag, 'mail')}:1  missing file`))
  })

  it('has no language and no area of its own making', () => {
    const faults = check(write({ 'xx-XX': {}, 'de-DE': { extra: { a: 'Ä' } } }))
    expect(faults).toEqual([
      'packages/i18n/locales/xx-XX:1  not one of our languages',
      'packages/i18n/locales/de-DE/extra.json:1  superfluous file (en-US has no extra.json)',
    ])
  })
})

it.each([
  ['« Nomo\u00a0»', 1],
  ['«\u00a0Nomo »', 1],
  ['Nomo : {{name}}', 1],
  ['«\u00a0Nomo\u00a0»\u00a0: https://example.com, 12:30', 0],
])('French keeps punctuation on the line of its word: %s', (name, faults) => {
  const root = write({ 'fr-FR': { mail: { greeting: `Saluton {{name}}, ${name}` } } })
  expect(check(root)).toHaveLength(faults)
  expect(check(write({ 'de-DE': { mail: { greeting: `Saluton {{name}}, ${name}` } } }))).toEqual([])
})

describe('a catalogue as a file', () => {
  const file = localeFile('en-US', 'field')
  it.each([
    ['is JSON', '{ "name": }', `${file}:1  not JSON: `],
    ['is an object', '["name"]', `${file}:1  not an object`],
    ['is flat', '{\n"name": { "first": "First" }\n}', `${file}:2  name is no text`],
    ['holds texts', '{\n"name": 3\n}', `${file}:2  name is no text`],
    ['has each key once', '{\n"name": "Name",\n"name": "Title"\n}', `${file}:3  name is here twice`],
    ['is sorted', '{\n"name": "Name",\n"mail": "Mail"\n}', `${file}:3  mail comes after name`],
    [
      'is sorted among keys like numbers too',
      '{\n"name": "Name",\n"404": "Mail"\n}',
      `${file}:3  404 comes after name`,
    ],
  ])('%s', (_, json, expected) => {
    expect(
      check(write({ 'en-US': { field: json } })).filter((fault) => fault.startsWith(expected)),
    ).toHaveLength(1)
  })

  it('is sorted when asked to', () => {
    const changed = Object.fromEntries(tags.map((tag) => [tag, { field: { b: 'B', a: 'A' } }]))
    const root = write(changed)
    expect(check(root)).toHaveLength(11)
    expect(check(root, { fix: true })).toEqual([])
    expect(readFileSync(path.join(root, localeFile('de-DE', 'field')), 'utf8')).toBe(
      '{\n  "a": "A",\n  "b": "B"\n}\n',
    )
    expect(check(root)).toEqual([])
  })
})

describe('a translation', () => {
  const file = localeFile('de-DE', 'mail')
  it.each([
    ['lacks no key', {}, ':1  missing: greeting'],
    [
      'has no key more',
      { greeting: 'Hallo {{name}}', parting: 'Ade' },
      ':1  superfluous: parting (en-US does not have it)',
    ],
    ['is never empty', { greeting: ' ' }, ':1  greeting: empty'],
    ['keeps the placeholders', { greeting: 'Hallo' }, ':1  greeting: lacks {{name}}'],
    [
      'closes the placeholders',
      { greeting: 'Hallo {{name}} {{' },
      ':1  greeting: a placeholder is not closed, or not opened',
    ],
  ])('%s', (_, mail, expected) => {
    expect(check(write({ 'de-DE': { mail } }))).toEqual([`${file}${expected}`])
  })

  it('does not rename placeholders', () => {
    expect(check(write({ 'de-DE': { mail: { greeting: 'Hallo {{Name}}' } } }))).toEqual([
      `${file}:1  greeting: lacks {{name}}`,
      `${file}:1  greeting: has {{Name}}, which the English text does not`,
    ])
  })

  it('keeps tags and references, and may move them and space them otherwise', () => {
    const model = { greeting: '<b>Hello</b> {{name}}, $t(rest)' }
    const all = (greeting: string) =>
      Object.fromEntries(tags.map((tag) => [tag, { mail: tag === 'en-US' ? model : { greeting } }]))
    expect(check(write(all('$t(rest) {{ name }} <b>ho</b>')))).toEqual([])
    expect(check(write(all('$t(rest) {{name}} <b>ho')))).toHaveLength(10)
    expect(check(write(all('{{name}} <b>ho</b>')))).toHaveLength(10)
  })

  it('is not the English text, unless that is short or listed', () => {
    const change = {
      'en-US': { mail: { greeting: 'Hello {{name}} and welcome', ok: 'OK {{name}} done' } },
      ...Object.fromEntries(
        tags.slice(1).map((tag) => [tag, { mail: { greeting: 'Saluton {{name}}', ok: 'OK {{name}} done' } }]),
      ),
      'de-DE': { mail: { greeting: 'Hello {{name}} and welcome', ok: 'OK {{name}} done' } },
    }
    expect(check(write(change))).toEqual([`${file}:1  greeting: not translated, it is the English text`])
    expect(check(write(change), { sameAsEnglish: ['mail:greeting'] })).toEqual([])
    expect(check(write(change), { sameAsEnglish: ['de-DE/mail:greeting'] })).toEqual([])
    expect(check(write(change), { sameAsEnglish: ['fr-FR/mail:greeting'] })).toHaveLength(2)
  })

  it('has no stale pass', () => {
    expect(check(write(), { sameAsEnglish: ['mail:greeting'] })).toEqual([
      'tools/catalogue/same-as-english.json:1  mail:greeting is no longer needed',
    ])
  })
})

describe('plural forms', () => {
  const forms: Record<string, string[]> = {
    'ru-RU': ['one', 'few', 'many', 'other'],
    'fr-FR': ['one', 'many', 'other'],
    'es-ES': ['one', 'many', 'other'],
    'de-DE': ['one', 'other'],
    'en-US': ['one', 'other'],
  }
  const plural = (tag: string) =>
    Object.fromEntries(
      (forms[tag] ?? ['other']).toSorted().map((form) => [`teams_${form}`, `{{count}} ${tag} ${form}`]),
    )
  const complete = (): Record<string, { mail: Record<string, string> }> =>
    Object.fromEntries(tags.map((tag) => [tag, { mail: plural(tag) }]))

  it('are those of each language', () => {
    expect(check(write(complete()))).toEqual([])
  })

  it('are complete', () => {
    const change = complete()
    change['ru-RU'] = { mail: { teams_one: '{{count}} a', teams_other: '{{count}} b' } }
    expect(check(write(change))).toEqual([
      `${localeFile('ru-RU', 'mail')}:1  missing: teams_few (ru-RU counts with one, few, many, other)`,
      `${localeFile('ru-RU', 'mail')}:1  missing: teams_many (ru-RU counts with one, few, many, other)`,
    ])
  })

  it('are complete in English too', () => {
    const change = complete()
    change['en-US'] = { mail: { teams_other: '{{count}} teams' } }
    expect(check(write(change))).toEqual([
      `${localeFile('en-US', 'mail')}:1  missing: teams_one (en-US counts with one, other)`,
    ])
  })

  it('are none the language never uses, but for zero', () => {
    const change = complete()
    change['ja-JP'] = { mail: { teams_one: '{{count}} a', teams_other: '{{count}} b', teams_zero: '-' } }
    expect(check(write(change))).toEqual([
      `${localeFile('ja-JP', 'mail')}:1  superfluous: teams_one (ja-JP never uses this form)`,
    ])
  })

  it('may leave the number out only where the form means one number', () => {
    const change = complete()
    change['en-US'] = { mail: { teams_one: 'One team', teams_other: '{{count}} teams' } }
    change['de-DE'] = { mail: { teams_one: 'Ein Team', teams_other: '{{count}} Teams' } }
    change['ru-RU'] = { mail: { ...plural('ru-RU'), teams_one: 'Одна команда' } }
    change['fr-FR'] = { mail: { ...plural('fr-FR'), teams_one: 'Une équipe' } }
    expect(check(write(change))).toEqual([
      `${localeFile('ru-RU', 'mail')}:1  teams_one: lacks {{count}}`,
      `${localeFile('fr-FR', 'mail')}:1  teams_one: lacks {{count}}`,
    ])
  })

  it('are not seen in keys that merely end like one', () => {
    const change = Object.fromEntries(tags.map((tag) => [tag, { field: { kind_other: `Other${tag}` } }]))
    expect(check(write(change))).toEqual([])
  })

  it('know ordinals', () => {
    const ordinal = (tag: string) =>
      new Intl.PluralRules(tag, { type: 'ordinal' }).resolvedOptions().pluralCategories
    const change = Object.fromEntries(
      tags.map((tag) => [
        tag,
        {
          field: Object.fromEntries(
            ordinal(tag)
              .toSorted()
              .map((form) => [`place_ordinal_${form}`, `{{count}}. ${tag}`]),
          ),
        },
      ]),
    )
    expect(check(write(change))).toEqual([])
    change['en-US'] = { field: { place_ordinal_one: '{{count}}st', place_ordinal_other: '{{count}}th' } }
    expect(check(write(change))).toHaveLength(2)
  })
})

describe('problem titles', () => {
  const file = localeFile('en-US', 'problem')

  it('are there for every code', () => {
    const source = `export const problems = { 'team.full': {}, 'team.gone': {}, lost: {} }`
    expect(check(write({}, source))).toEqual([`${file}:1  no title for the problem lost`])
  })

  it('are there for nothing else', () => {
    const source = `export const problems = { 'team.full': {} }`
    expect(check(write({}, source))).toEqual([
      `${file}:1  team.gone is no problem of packages/contract/src/problem.ts`,
    ])
  })

  it('are found through spreads, satisfies and freeze', () => {
    const source = `
      import { gone as away } from './gone.ts'
      const full = { 'team.full': {} }
      export const problems = Object.freeze({ ...full, ...away } satisfies object)`
    const root = write({}, source)
    writeFileSync(
      path.join(root, 'packages/contract/src/gone.ts'),
      `export const gone = { 'team.gone': {} } as const`,
    )
    expect(check(root)).toEqual([])
  })

  it('say so when the codes cannot be read', () => {
    expect(check(write({}, 'export const other = {}'))).toEqual([
      expect.stringContaining("problem codes can't be read"),
    ])
    expect(check(write({}, 'export const problems = { [name]: {} }'))).toEqual([
      expect.stringContaining('computed key'),
    ])
  })

  it('may count', () => {
    const titles = (tag: string) => {
      const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
      const counted = forms.map((form) => [`team.full_${form}`, `{{count}} ${tag}`])
      return Object.fromEntries([...counted, ['team.gone', `For${tag}`]])
    }
    const change = Object.fromEntries(tags.map((tag) => [tag, { problem: titles(tag) }]))
    expect(check(write(change))).toEqual([])
  })
})
