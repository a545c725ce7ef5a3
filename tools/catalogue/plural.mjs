// @ts-check
/**
 * i18next's plural keys: `teams_one`, `teams_other`, `place_ordinal_few`.
 *
 * @typedef {{ base: string, ordinal: boolean, category: string }} PluralKey
 */

const suffix = /^(?<base>.+?)(?<ordinal>_ordinal)?_(?<category>zero|one|two|few|many|other)$/

/**
 * @param {string} key
 * @returns {PluralKey | undefined}
 */
export function readPlural(key) {
  const groups = suffix.exec(key)?.groups
  return (
    groups && {
      base: groups['base'] ?? '',
      ordinal: Boolean(groups['ordinal']),
      category: groups['category'] ?? '',
    }
  )
}

/** @param {{ base: string, ordinal: boolean }} plural */
export function stemOf({ base, ordinal }) {
  return ordinal ? `${base}_ordinal` : base
}

/**
 * A suffix alone does not make a plural (`kind_other`): there are both English forms, or one uses `count`.
 *
 * @param {Map<string, { text: string }>} english
 * @returns {Map<string, { base: string, ordinal: boolean }>}
 */
export function pluralStems(english) {
  const stems = new Map()
  for (const [key, { text }] of english) {
    const plural = readPlural(key)
    if (!plural) continue
    const stem = stemOf(plural)
    const both = english.has(`${stem}_one`) && english.has(`${stem}_other`)
    if (both || /\{\{-?\s*count\b/.test(text)) stems.set(stem, { base: plural.base, ordinal: plural.ordinal })
  }
  return stems
}

/**
 * @param {string} tag
 * @param {boolean} ordinal
 * @returns {string[]}
 */
export function categoriesOf(tag, ordinal) {
  const { pluralCategories } = rulesOf(tag, ordinal).resolvedOptions()
  return ['zero', 'one', 'two', 'few', 'many', 'other'].filter((category) =>
    pluralCategories.some((one) => one === category),
  )
}

/**
 * True when a form is used for a single number, so that it may be written as a word: English `one` is only 1,
 * Russian `one` is 1, 21, 31 …
 *
 * @param {string} tag
 * @param {PluralKey} plural
 */
export function isOneNumber(tag, { ordinal, category }) {
  if (category === 'zero' && !categoriesOf(tag, ordinal).includes('zero')) return true
  const rules = rulesOf(tag, ordinal)
  let found = 0
  for (let number = 0; number <= 200 && found < 2; number++) if (rules.select(number) === category) found += 1
  return found === 1
}

/**
 * @param {string} tag
 * @param {boolean} ordinal
 */
function rulesOf(tag, ordinal) {
  return new Intl.PluralRules(tag, { type: ordinal ? 'ordinal' : 'cardinal' })
}
