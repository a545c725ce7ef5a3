// @ts-check
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compare, copiedKeys } from './compare.mjs'
import { pluralStems, readPlural, stemOf } from './plural.mjs'
import { readProblemCodes } from './problem-codes.mjs'
import { readCatalogue, sortedJson } from './read-catalogue.mjs'
import { readNames, unusedKeys } from './unused-keys.mjs'

/**
 * @typedef {import('./read-catalogue.mjs').Catalogue} Catalogue
 * @typedef {import('./read-catalogue.mjs').Fault} Fault
 */

export const tags = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'id-ID',
  'ko-KR',
  'ru-RU',
  'vi-VN',
  'de-DE',
  'fr-FR',
  'es-ES',
]
const areasAtLeast = ['field', 'mail', 'problem']
const localesFolder = 'packages/i18n/locales'
const problemFile = 'packages/contract/src/problem.ts'
const clientFolder = 'apps/web/src'
/** All other areas belong to the client. */
const serverAreas = new Set(['answer', 'field', 'mail', 'problem'])

/**
 * @param {string} root
 * @param {{ sameAsEnglish?: string[], fix?: boolean }} [options] sameAsEnglish: `area:key` (every language) or
 *   `tag/area:key` of texts that are rightly the English ones
 * @returns {{ catalogues: number, faults: Fault[] } | undefined} undefined: there are no catalogues yet
 */
export function checkCatalogues(root, { sameAsEnglish = [], fix = false } = {}) {
  if (!existsSync(path.join(root, localesFolder))) return undefined
  /** @type {Fault[]} */
  const faults = []
  /** @type {Map<string, Map<string, Catalogue>>} */
  const languages = new Map()
  const folders = readdirSync(path.join(root, localesFolder))
  for (const folder of folders) {
    if (!tags.includes(folder))
      faults.push({ file: `${localesFolder}/${folder}`, line: 1, text: 'not one of our languages' })
  }
  for (const tag of tags) {
    const areas = folders.includes(tag) ? readdirSync(path.join(root, localesFolder, tag)) : []
    const catalogues = new Map()
    for (const name of areas.filter((one) => one.endsWith('.json'))) {
      const file = `${localesFolder}/${tag}/${name}`
      const read = readCatalogue(file, readFileSync(path.join(root, file), 'utf8'))
      if (fix && read.sortable) writeFileSync(path.join(root, file), sortedJson(read.catalogue))
      else faults.push(...read.faults)
      catalogues.set(name.slice(0, -'.json'.length), read.catalogue)
    }
    languages.set(tag, catalogues)
  }

  faults.push(
    ...compareLanguages(languages),
    ...findCopies(languages, new Set(sameAsEnglish)),
    ...checkTitles(root, languages),
    ...findUnused(root, languages),
    ...findBreakableSpaces(languages),
  )
  const catalogues = [...languages.values()].reduce((sum, areas) => sum + areas.size, 0)
  return { catalogues, faults }
}

/**
 * @param {Map<string, Map<string, Catalogue>>} languages
 * @returns {Fault[]}
 */
function compareLanguages(languages) {
  /** @type {Fault[]} */
  const faults = []
  const english = languages.get('en-US') ?? new Map()
  const areas = new Set([...areasAtLeast, ...english.keys()])
  for (const [tag, catalogues] of languages) {
    for (const area of areas) {
      const catalogue = catalogues.get(area)
      const model = english.get(area)
      if (!catalogue)
        faults.push({ file: `${localesFolder}/${tag}/${area}.json`, line: 1, text: 'missing file' })
      else if (model) faults.push(...compare(model, catalogue, tag))
    }
    for (const [area, { file }] of catalogues) {
      if (!areas.has(area))
        faults.push({ file, line: 1, text: `superfluous file (en-US has no ${area}.json)` })
    }
  }
  return faults
}

/**
 * @param {Map<string, Map<string, Catalogue>>} languages
 * @param {Set<string>} allowed
 * @returns {Fault[]}
 */
function findCopies(languages, allowed) {
  /** @type {Fault[]} */
  const faults = []
  const used = new Set()
  for (const [tag, catalogues] of languages) {
    if (tag === 'en-US') continue
    for (const [area, catalogue] of catalogues) {
      const english = languages.get('en-US')?.get(area)
      for (const key of english ? copiedKeys(english, catalogue) : []) {
        const pass = [`${area}:${key}`, `${tag}/${area}:${key}`].filter((entry) => allowed.has(entry))
        for (const entry of pass) used.add(entry)
        const line = catalogue.entries.get(key)?.line ?? 1
        if (pass.length === 0)
          faults.push({ file: catalogue.file, line, text: `${key}: not translated, it is the English text` })
      }
    }
  }
  for (const entry of allowed) {
    if (used.has(entry)) continue
    faults.push({
      file: 'tools/catalogue/same-as-english.json',
      line: 1,
      text: `${entry} is no longer needed`,
    })
  }
  return faults
}

/**
 * @param {string} root
 * @param {Map<string, Map<string, Catalogue>>} languages
 * @returns {Fault[]}
 */
function checkTitles(root, languages) {
  const titles = languages.get('en-US')?.get('problem')
  if (!titles) return [] // reported as a missing file
  /** @type {Set<string>} */
  let codes
  try {
    codes = readProblemCodes(path.join(root, problemFile))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [{ file: problemFile, line: 1, text: `problem codes can't be read: ${why}` }]
  }
  const stems = pluralStems(titles.entries)
  /** @type {Map<string, number>} */
  const titled = new Map()
  for (const [key, { line }] of titles.entries) {
    const plural = readPlural(key)
    titled.set(plural && stems.has(stemOf(plural)) ? plural.base : key, line)
  }
  const untitled = [...codes].filter((code) => !titled.has(code))
  const nameless = [...titled].filter(([code]) => !codes.has(code))
  return [
    ...untitled.map((code) => ({ file: titles.file, line: 1, text: `no title for the problem ${code}` })),
    ...nameless.map(([code, line]) => ({
      file: titles.file,
      line,
      text: `${code} is no problem of ${problemFile}`,
    })),
  ]
}

/**
 * @param {string} root
 * @param {Map<string, Map<string, Catalogue>>} languages
 * @returns {Fault[]}
 */
function findUnused(root, languages) {
  const folder = path.join(root, clientFolder)
  const areas = [...(languages.get('en-US') ?? [])].filter(([area]) => !serverAreas.has(area))
  if (areas.length === 0 || !existsSync(folder)) return []
  const names = readNames(folder)
  return areas.flatMap(([, catalogue]) => unusedKeys(catalogue, names))
}

/**
 * French puts a space before these characters and inside quotes, which no line may end with.
 *
 * @param {Map<string, Map<string, Catalogue>>} languages
 * @returns {Fault[]}
 */
function findBreakableSpaces(languages) {
  const catalogues = [...(languages.get('fr-FR')?.values() ?? [])]
  return catalogues.flatMap(({ file, entries }) =>
    [...entries]
      .filter(([, { text }]) => / [:;!?»]|« /.test(text))
      .map(([key, { line }]) => ({
        file,
        line,
        text: `${key}: French has a no-break space before : ; ! ? » and after «`,
      })),
  )
}
