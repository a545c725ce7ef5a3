// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { pluralStems, readPlural, stemOf } from './plural.mjs'

/**
 * @typedef {import('./read-catalogue.mjs').Catalogue} Catalogue
 * @typedef {import('./read-catalogue.mjs').Fault} Fault
 */

/**
 * Counts a template that could become the key as a use.
 *
 * @param {Catalogue} catalogue
 * @param {ReturnType<typeof readNames>} names
 * @returns {Fault[]}
 */
export function unusedKeys(catalogue, { whole, patterns }) {
  const stems = pluralStems(catalogue.entries)
  /** @type {Map<string, number>} */
  const asked = new Map()
  for (const [key, { line }] of catalogue.entries) {
    const plural = readPlural(key)
    asked.set(plural && stems.has(stemOf(plural)) ? plural.base : key, line)
  }
  return [...asked]
    .filter(([key]) => !whole.has(key) && !patterns.some((pattern) => pattern.test(key)))
    .map(([key, line]) => ({ file: catalogue.file, line, text: `${key}: nothing asks for it` }))
}

/**
 * @param {string} folder
 * @returns {{ whole: Set<string>, patterns: RegExp[] }}
 */
export function readNames(folder) {
  /** @type {Set<string>} */
  const whole = new Set()
  /** @type {Set<string>} */
  const templates = new Set()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.(test|suite|d)\.tsx?$/.test(name)) continue
    const { program } = parseSync(name, readFileSync(path.join(folder, name), 'utf8'))
    new Visitor({
      Literal({ value }) {
        if (typeof value === 'string') whole.add(value)
      },
      TemplateLiteral({ quasis }) {
        const parts = quasis.map(({ value }) => value.cooked ?? '')
        if (parts.length === 1) whole.add(parts[0] ?? '')
        // Without a fixed beginning it could become any key.
        else if (/^[a-z]\w*\./i.test(parts[0] ?? '')) templates.add(parts.map(escape).join('.+'))
      },
    }).visit(program)
  }
  return { whole, patterns: [...templates].map((template) => new RegExp(`^${template}$`)) }
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
