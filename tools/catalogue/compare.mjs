// @ts-check
import { categoriesOf, isOneNumber, pluralStems, readPlural, stemOf } from './plural.mjs'

/**
 * @typedef {import('./read-catalogue.mjs').Catalogue} Catalogue
 * @typedef {import('./read-catalogue.mjs').Fault} Fault
 */

/**
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @param {string} tag
 * @returns {Fault[]}
 */
export function compare(english, catalogue, tag) {
  const stems = pluralStems(english.entries)
  return [...compareKeys(english, catalogue, tag, stems), ...compareTexts(english, catalogue, tag, stems)]
}

/**
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @param {string} tag
 * @param {ReturnType<typeof pluralStems>} stems
 * @returns {Fault[]}
 */
function compareKeys(english, catalogue, tag, stems) {
  /** @type {Fault[]} */
  const faults = []
  /** @param {string} key */
  const stemIn = (key) => {
    const plural = readPlural(key)
    return plural && stems.has(stemOf(plural)) ? stemOf(plural) : undefined
  }
  const wanted = new Set([...english.entries.keys()].filter((key) => !stemIn(key)))
  const optional = new Set()
  for (const [stem, { ordinal }] of stems) {
    for (const category of categoriesOf(tag, ordinal)) wanted.add(`${stem}_${category}`)
    if (!ordinal) optional.add(`${stem}_zero`)
  }
  for (const key of wanted) {
    if (catalogue.entries.has(key)) continue
    const stem = stemIn(key)
    const ordinal = Boolean(stem && stems.get(stem)?.ordinal)
    const why = stem ? ` (${tag} counts with ${categoriesOf(tag, ordinal).join(', ')})` : ''
    faults.push({ file: catalogue.file, line: 1, text: `missing: ${key}${why}` })
  }
  for (const [key, { line }] of catalogue.entries) {
    if (wanted.has(key) || optional.has(key)) continue
    const why = stemIn(key) ? `${tag} never uses this form` : 'en-US does not have it'
    faults.push({ file: catalogue.file, line, text: `superfluous: ${key} (${why})` })
  }
  return faults
}

/**
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @param {string} tag
 * @param {ReturnType<typeof pluralStems>} stems
 * @returns {Fault[]}
 */
function compareTexts(english, catalogue, tag, stems) {
  /** @type {Fault[]} */
  const faults = []
  for (const [key, { text, line }] of catalogue.entries) {
    /** @param {string} what */
    const fault = (what) => faults.push({ file: catalogue.file, line, text: `${key}: ${what}` })
    if (text.trim() === '') {
      fault('empty')
      continue
    }
    if (/\{\{|\}\}/.test(text.replaceAll(placeholder, '')))
      fault('a placeholder is not closed, or not opened')

    const plural = readPlural(key)
    const counts = plural && stems.has(stemOf(plural)) ? plural : undefined
    const model = english.entries.get(counts ? `${stemOf(counts)}_other` : key)
    if (!model) continue
    const mine = slotsOf(text)
    const theirs = slotsOf(model.text)
    const free =
      counts && isOneNumber(tag, counts)
        ? (/** @type {string} */ slot) => /^\{\{count\b/.test(slot)
        : () => false
    const lacking = [...theirs].filter((slot) => !mine.has(slot) && !free(slot))
    const foreign = [...mine].filter((slot) => !theirs.has(slot) && !free(slot))
    if (lacking.length > 0) fault(`lacks ${lacking.join(' ')}`)
    if (foreign.length > 0) fault(`has ${foreign.join(' ')}, which the English text does not`)
  }
  return faults
}

const placeholder = /\{\{[^{}]*\}\}/g

/**
 * Placeholders, references to other texts, and tags, which a translation must keep.
 *
 * @param {string} text
 * @returns {Set<string>}
 */
function slotsOf(text) {
  const slots = text.match(/\{\{[^{}]*\}\}|\$t\([^)]*\)|<\/?[a-z0-9][^<>]*>/gi) ?? []
  return new Set(slots.map((slot) => slot.replace(/^\{\{-?\s*/, '{{').replace(/\s*\}\}$/, '}}')))
}

/**
 * Ignores texts of up to two words.
 *
 * @param {Catalogue} english
 * @param {Catalogue} catalogue
 * @returns {string[]} keys
 */
export function copiedKeys(english, catalogue) {
  const copied = []
  for (const [key, { text }] of catalogue.entries) {
    const plural = readPlural(key)
    const models = [key, ...(plural ? [`${stemOf(plural)}_one`, `${stemOf(plural)}_other`] : [])]
    if (wordsIn(text) > 2 && models.some((model) => english.entries.get(model)?.text === text))
      copied.push(key)
  }
  return copied
}

/** @param {string} text */
function wordsIn(text) {
  const prose = text.replaceAll(placeholder, ' ').replaceAll(/<[^<>]*>/g, ' ')
  return prose.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
}
