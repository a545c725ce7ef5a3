// @ts-check
import path from 'node:path'
import { exitCodeFor, Interrupted, LaunchError } from '../launch/launch-error.mjs'
import { prepare } from '../launch/prepare.mjs'
import { onStopSignal, stopWithParent } from '../launch/stop-signals.mjs'
import { failure, omission, sum } from './results.mjs'
import { runSuite } from './run-suite.mjs'
import { provideParts } from './system-parts.mjs'
import { chooseSuites } from './table.mjs'

/**
 * @typedef {import('./table.mjs').Suite} Suite
 * @typedef {import('./table.mjs').Part} Part
 * @typedef {import('./results.mjs').Result} Result
 * @typedef {{ name: string, result: Result, seconds: number }} Row
 */

const root = path.join(import.meta.dirname, '../..')

/** What is still running then is broken off, so that there is a result in any case. */
const minutes = Number(process.env['TEST_MINUTES']) || 24

/** `npm test`: everything that can run here, summed up in the last line. */
export async function runSuites() {
  const choice = chooseSuites(process.argv.slice(2))
  if ('fault' in choice) {
    console.error(choice.fault)
    process.exitCode = 2
    return
  }
  stopWithParent()
  const stop = new AbortController()
  try {
    const rows = await runAll(choice.chosen, stop)
    const total = sum(rows.map(({ result }) => result))
    process.exitCode = total.failed === 0 ? 0 : 1
    printSummary(rows, total)
  } catch (error) {
    process.exitCode = exitCodeFor(error)
    if (!(error instanceof Interrupted)) say('\n0 passed, 1 failed, 0 skipped')
  }
}

/**
 * @param {Suite[]} chosen
 * @param {AbortController} stop
 * @returns {Promise<Row[]>}
 */
async function runAll(chosen, stop) {
  const deadline = Date.now() + minutes * 60_000
  const prepared = await prepareAll(chosen)
  const signals = onStopSignal((signal) => stop.abort(new Interrupted(signal)))
  try {
    const parts = [...new Set(chosen.flatMap(({ needs, uses }) => [...needs, ...uses]))]
    const missing = await provideParts(parts, { signal: stop.signal, say })
    /** @type {Row[]} */
    const rows = prepared ? [{ name: 'build', result: prepared, seconds: 0 }] : []
    for (const suite of chosen) {
      say(`\n=== ${suite.name}: ${suite.about}`)
      const began = Date.now()
      const why = whyNot(suite, missing, prepared !== undefined)
      if (why) say(`Left out: ${why}`)
      const options = { root, signal: stop.signal, withinMs: Math.max(deadline - began, 1_000) }
      const result = why ? omission(why) : await runSuite(suite, options)
      rows.push({ name: suite.name, result, seconds: (Date.now() - began) / 1_000 })
    }
    return rows
  } finally {
    signals.dispose()
  }
}

/**
 * Installs, and builds when a suite needs it. Without dependencies nothing can run; without a build much can.
 *
 * @param {Suite[]} chosen
 * @returns {Promise<Result | undefined>} a failed build
 */
async function prepareAll(chosen) {
  const options = { verbose: false, say }
  await prepare(root, { ...options, build: false })
  if (!chosen.some(({ built }) => built)) return undefined
  try {
    await prepare(root, { ...options, build: true })
    return undefined
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    return failure('the product could not be built, see above')
  }
}

/**
 * @param {Suite} suite
 * @param {Map<Part, string>} missing
 * @param {boolean} buildFailed
 * @returns {string | undefined}
 */
function whyNot({ needs, built }, missing, buildFailed) {
  if (built && buildFailed) return 'the build failed'
  const reasons = needs.flatMap((part) => missing.get(part) ?? [])
  return reasons.length > 0 ? reasons.join('; ') : undefined
}

/**
 * @param {Row[]} rows
 * @param {Result} total
 */
function printSummary(rows, total) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const column = (/** @type {string | number} */ text) => String(text).padStart(9)
  say(`\n${''.padEnd(width)}${['passed', 'failed', 'skipped', 'seconds'].map(column).join('')}`)
  for (const { name, result, seconds } of rows) {
    const figures = [result.passed, result.failed, result.skipped, Math.round(seconds)]
    say(`${name.padEnd(width)}${figures.map(column).join('')}`)
  }
  printList('Skipped', rows, 'leftOut')
  printList('Failed', rows, 'failures')
  say(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
}

/**
 * @param {string} heading
 * @param {Row[]} rows
 * @param {'leftOut' | 'failures'} key
 */
function printList(heading, rows, key) {
  const lines = rows.flatMap(({ name, result }) => result[key].map((line) => `  ${name}: ${line}`))
  if (lines.length > 0) say(`\n${heading}:\n${lines.join('\n')}`)
}

/** @param {string} line */
function say(line) {
  console.log(line)
}
