// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from '../files.mjs'

/** Patterns that read translated, with what to write instead. */
const refused = new Map([
  ['anew', 'again'],
  ['whoever', 'anyone who'],
  ['somebody', 'someone'],
  ['everybody', 'everyone'],
  ['by itself', 'automatically'],
  ['pictures?', 'image'],
  ['(?:hand|hands|handed|handing) in', 'submit'],
  ['(?:take|takes|took|taken|taking) part', 'join, play'],
  ['at once', 'right away'],
  ['cannot', 'can’t'],
  ['could not', 'couldn’t'],
  ['mend(?:s|ed|ing)?', 'fix'],
])
const words = [...refused].map(([pattern, instead]) => ({
  regex: new RegExp(`\\b${pattern}\\b`, 'giu'),
  instead,
}))

const english = /^packages\/i18n\/locales\/en-US\/.+\.json$/
const manual = /^(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^docs\/(?!adr\/).+\.md$/

/**
 * Refuses in the prose of the English catalogues and the manuals what nobody says. Not in code, paths and links.
 *
 * @param {string} root
 * @param {Readonly<Record<string, string>>} exceptions by key of the catalogue, or by manual and line's text: why
 * @returns {string[]} faults
 */
export function checkProse(root, exceptions) {
  const unused = new Set(Object.keys(exceptions))
  const faults = filesIn(root).flatMap((file) => {
    const texts = english.test(file) ? textsOf(root, file) : manual.test(file) ? proseOf(root, file) : []
    return texts.flatMap(({ key, at, text }) =>
      words.flatMap(({ regex, instead }) =>
        [...text.matchAll(regex)].flatMap(([word]) => {
          unused.delete(key)
          return key in exceptions ? [] : [`${file}${at}  “${word}”: say ${instead}`]
        }),
      ),
    )
  })
  return [...faults, ...[...unused].map((key) => `${key}  no longer needs an exception`)]
}

/** @typedef {{ key: string, at: string, text: string }} Text */

/**
 * @param {string} root
 * @param {string} file
 * @returns {Text[]}
 */
function textsOf(root, file) {
  /** @type {Record<string, string>} */
  const catalogue = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  return Object.entries(catalogue).map(([key, text]) => ({ key, at: `  ${key}`, text }))
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Text[]}
 */
function proseOf(root, file) {
  let isCode = false
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode
      return isCode ? [] : [{ key: `${file}: ${line.trim()}`, at: `:${index + 1}`, text: withoutCode(line) }]
    })
}

/** @param {string} line */
const withoutCode = (line) =>
  line
    .replaceAll(/`[^`]*`/gu, '')
    .replaceAll(/\]\([^)]*\)/gu, ']')
    .replaceAll(/https?:\S+|<[^>]*>/gu, '')
