// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { refusalsOf } from './judge.mjs'

/** @typedef {{ file: string, text: string }} Fault */

/**
 * @param {string} folder of the migrations
 * @returns {{ count: number, faults: Fault[] }}
 */
export function checkMigrations(folder) {
  const files = readdirSync(folder).filter((name) => /^\d.*\.ts$/.test(name))
  const faults = files.flatMap((file) =>
    faultsIn(file, readFileSync(path.join(folder, file), 'utf8')).map((text) => ({ file, text })),
  )
  return { count: files.length, faults: [...faults, ...faultsOfNumbers(files)] }
}

/** Released without it. */
const skipped = 17

/**
 * One that comes before another that a database has already had would stop every start.
 * @param {readonly string[]} files
 * @returns {Fault[]}
 */
export function faultsOfNumbers(files) {
  const sorted = files.toSorted()
  return sorted.flatMap((file, index) => {
    const before = Number(sorted[index - 1]?.slice(0, 4) ?? 0)
    const expected = before + 1 === skipped ? skipped + 1 : before + 1
    if (Number(file.slice(0, 4)) === expected) return []
    return [{ file, text: `its number has to be ${String(expected).padStart(4, '0')}` }]
  })
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function faultsIn(file, source) {
  /** @type {string[]} */
  const statements = []
  /** @type {unknown} */
  let kind
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'kind' && value.type === 'Literal') kind = value.value
    },
    TaggedTemplateExpression({ quasi }) {
      statements.push(quasi.quasis.map((part) => part.value.cooked ?? '').join('x'))
    },
  }).visit(parseSync(file, source).program)
  if (kind !== 'expand' && kind !== 'contract') return ["it doesn't declare its kind"]
  return kind === 'expand' ? refusalsOf(statements.join(';')) : []
}
