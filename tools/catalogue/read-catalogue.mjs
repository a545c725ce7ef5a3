// @ts-check
import { parseSync } from 'oxc-parser'
import { lines } from '../lines.mjs'

/**
 * @typedef {{ file: string, line: number, text: string }} Fault
 *
 * @typedef {object} Catalogue one area in one language
 * @property {string} file from the root
 * @property {Map<string, { text: string, line: number }>} entries
 */

/**
 * Requires JSON that is flat and sorted, with texts only and each key once.
 *
 * @param {string} file
 * @param {string} json
 * @returns {{ catalogue: Catalogue, faults: Fault[], sortable: boolean }}
 */
export function readCatalogue(file, json) {
  /** @type {Catalogue} */
  const catalogue = { file, entries: new Map() }
  /** @type {Fault[]} */
  const faults = []
  try {
    JSON.parse(json)
  } catch (error) {
    const text = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
    return { catalogue, faults: [{ file, line: 1, text: `not JSON: ${text}` }], sortable: false }
  }

  // JSON.parse loses duplicate keys, line numbers, and the order of keys that look like numbers.
  const { program } = parseSync('catalogue.js', `(${json})`, { lang: 'js', preserveParens: false })
  const [statement] = program.body
  const root = statement?.type === 'ExpressionStatement' ? statement.expression : undefined
  if (root?.type !== 'ObjectExpression') {
    return { catalogue, faults: [{ file, line: 1, text: 'not an object' }], sortable: false }
  }
  const lineOf = lines(json)
  let previous = ''
  let unsorted = false
  for (const property of root.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Literal') continue
    const key = String(property.key.value)
    const line = lineOf(property.start - 1)
    if (catalogue.entries.has(key)) faults.push({ file, line, text: `${key} is here twice` })
    if (property.value.type !== 'Literal' || typeof property.value.value !== 'string') {
      faults.push({ file, line, text: `${key} is no text: keys are flat, with dots in them` })
      continue
    }
    catalogue.entries.set(key, { text: property.value.value, line })
    if (key < previous && !unsorted) {
      unsorted = true
      faults.push({
        file,
        line,
        text: `${key} comes after ${previous}: keys are sorted (node tools/catalogue/main.mjs --fix)`,
      })
    }
    previous = key
  }
  return { catalogue, faults, sortable: unsorted && faults.length === 1 }
}

/**
 * @param {Catalogue} catalogue
 * @returns {string} the same catalogue as JSON, sorted
 */
export function sortedJson(catalogue) {
  const keys = [...catalogue.entries.keys()].toSorted()
  const rows = keys.map(
    (key) => `  ${JSON.stringify(key)}: ${JSON.stringify(catalogue.entries.get(key)?.text)}`,
  )
  return `{\n${rows.join(',\n')}\n}\n`
}
