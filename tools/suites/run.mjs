// @ts-check
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { exitCodeFor, Interrupted, LaunchError } from '../launch/launch-error.mjs'
import { prepare } from '../launch/prepare.mjs'
import { onStopSignal, stopWithParent } from '../launch/stop-signals.mjs'
import { filesLike, piecesOf } from './list-files.mjs'
import { processorTime } from './load.mjs'
import { readOptions } from './options.mjs'
import { repeatSuite } from './repeat.mjs'
import { addRuns, filesShortOf } from './repeats.mjs'
import { failure, omission, sum } from './results.mjs'
import { filesOf, runSuite } from './run-suite.mjs'
import { provideParts } from './system-parts.mjs'
import { inTurn, numberOf, suites } from './table.mjs'
import { keepTimes, pieceOf, readTimes, secondsOf } from './times.mjs'

/**
 * @typedef {import('./table.mjs').Suite} Suite
 * @typedef {import('./table.mjs').Part} Part
 * @typedef {import('./options.mjs').Options} Options
 * @typedef {import('./results.mjs').Result} Result
 * @typedef {{ name: string, result: Result, seconds: number }} Row
 * @typedef {{ suite: Suite, files: string[] | undefined }} Work  `files`: all of them without
 */

const root = path.join(import.meta.dirname, '../..')

/** A suite that takes longer has hung, unless it says otherwise. */
const suiteMinutes = 45

/** The least time for which a breadth suite starts. */
const leastSeconds = 60

export async function runSuites() {
  const options = readOptions(process.argv.slice(2))
  if ('fault' in options) {
    console.error(options.fault)
    process.exitCode = 2
    return
  }
  stopWithParent()
  const stop = new AbortController()
  const before = processorTime()
  try {
    const rows = await runAll(options, stop)
    const total = sum(rows.map(({ result }) => result))
    process.exitCode = total.failed === 0 ? 0 : 1
    printSummary(rows, total, [...leftToOthers(options), ...processorLine(before)])
  } catch (error) {
    process.exitCode = exitCodeFor(error)
    if (!(error instanceof Interrupted)) say('\n0 passed, 1 failed, 0 skipped')
  }
}

/**
 * @param {Options} options
 * @param {AbortController} stop
 * @returns {Promise<Row[]>}
 */
async function runAll(options, stop) {
  const deadline = Date.now() + (options.minutes ?? Infinity) * 60_000
  const prepared = await prepareAll(options.chosen)
  const signals = onStopSignal((signal) => stop.abort(new Interrupted(signal)))
  try {
    const times = readTimes(root)
    const work = share(options, times)
    if (work.length === 0) return [{ name: 'files', result: failure('no file has this name'), seconds: 0 }]
    const parts = [...new Set(work.flatMap(({ suite }) => partsOf(suite)))]
    const provided = provideParts(parts, { signal: stop.signal, say })
    // Those that wait for it report it.
    provided.catch(() => undefined)
    /** @param {Work} one */
    const runWork = async ({ suite, files }) => {
      const missing = partsOf(suite).length === 0 ? nothingMissing : await provided
      const began = Date.now()
      const why =
        whyNot(suite, missing, prepared !== undefined) ?? whyTooLate(suite, (deadline - began) / 1_000)
      const time = timeFor(suite, {
        leftMs: deadline - began,
        known: secondsOf(times, suite.name),
        commit: headCommit(),
      })
      say(`\n=== ${suite.name}: ${why ? `left out: ${why}` : suite.about}`)
      const isLate = () => Date.now() > deadline
      const result = why ? omission(why) : await runOne(suite, options, { stop, time, files, isLate })
      const seconds = (Date.now() - began) / 1_000
      if (options.keepTimes && !why && !suite.slices && result.failed === 0)
        keepTimes(root, measured(suite, seconds))
      return { name: suite.name, result, seconds }
    }
    const rows = await runBeside(work, runWork, stop)
    return prepared ? [{ name: 'build', result: prepared, seconds: 0 }, ...rows] : rows
  } finally {
    signals.dispose()
  }
}

/**
 * One after the other, and those that wait beside them. The first fault ends all.
 *
 * @param {Work[]} work
 * @param {(one: Work) => Promise<Row>} runWork
 * @param {AbortController} stop
 * @returns {Promise<Row[]>} in the order of the work
 */
async function runBeside(work, runWork, stop) {
  /** @type {Map<Work, Row>} */
  const rows = new Map()
  /** @param {boolean} waits */
  const runAllThat = async (waits) => {
    for (const one of work.filter(({ suite }) => (suite.waits === true) === waits))
      rows.set(one, await runWork(one))
  }
  const lanes = [runAllThat(false), runAllThat(true)]
  await Promise.all(lanes).catch(async (/** @type {unknown} */ fault) => {
    stop.abort(fault)
    await Promise.allSettled(lanes)
    throw fault
  })
  return work.flatMap((one) => rows.get(one) ?? [])
}

/**
 * @param {Suite} suite
 * @param {Options} options
 * @param {{ stop: AbortController, time: ReturnType<typeof timeFor>, files: string[] | undefined, isLate: () => boolean }} run
 * @returns {Promise<Result>}
 */
function runOne(suite, { repeat, keepRepeats }, { stop, time: { seed, ...time }, files, isLate }) {
  const run = { root, signal: stop.signal, ...time, ...(files && { files }) }
  if (repeat === null) return runSuite(suite, { ...run, ...(seed !== undefined && { seed }) })
  const all = keepRepeats ? (files ?? piecesOf([suite], root).map(({ file }) => file)) : []
  const keeper = {
    left: () => filesShortOf(root, suite.name, { files: all, times: repeat }),
    add: (/** @type {import('./run-suite.mjs').FileRun[]} */ runs) => addRuns(root, suite.name, runs),
  }
  return repeatSuite(suite, {
    ...run,
    // A round that has begun is run to its end, however late.
    withinMs: (suite.minutes ?? suiteMinutes) * 60_000,
    ...{ times: repeat, say, firstSeed: Date.now() % 1_000_000_000, isLate },
    ...(keepRepeats && { keeper }),
  })
}

/**
 * @param {Options} options
 * @param {import('./times.mjs').Times} times
 * @returns {Work[]}
 */
function share({ chosen, shard, patterns }, times) {
  const breadth = chosen.filter(({ isBreadth }) => isBreadth)
  const ordered = [...chosen.filter((suite) => !suite.isBreadth), ...inTurn(breadth, headCommit())]
  if (!shard && patterns.length === 0)
    return ordered.map((suite) => ({
      suite,
      files: suite.slices ? sliceOf(suite).map(({ file }) => file) : undefined,
    }))
  const all = () => ordered.flatMap((suite) => (suite.slices ? sliceOf(suite) : piecesOf([suite], root)))
  const pieces = patterns.length === 0 ? all() : filesLike(ordered, root, patterns)
  const mine = shard ? pieceOf(pieces, times, shard) : pieces
  return ordered.flatMap((suite) => {
    const files = mine.filter((piece) => piece.suite === suite.name).map(({ file }) => file)
    if (files.length === 0) return []
    return [{ suite, files: files[0] === suite.name ? undefined : files }]
  })
}

/** @param {Suite} suite */
const partsOf = ({ needs, uses }) => [...needs, ...uses]

/** @type {Map<Part, string>} */
const nothingMissing = new Map()

/** @param {Suite} suite */
const sliceOf = (suite) => slicedBy(piecesOf([suite], root), suite.slices ?? 1, headCommit())

/**
 * The hash of the commit picks one of the slices.
 *
 * @param {import('./times.mjs').Piece[]} pieces
 * @param {number} slices
 * @param {string} commit
 */
export const slicedBy = (pieces, slices, commit) =>
  pieces.filter((_, at) => at % slices === numberOf(commit) % slices)

/** @returns {string} empty where git is not */
function headCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return /^[0-9a-f]{40}/.exec(stdout ?? '')?.[0] ?? ''
}

/**
 * @param {Suite} suite
 * @param {number} seconds
 * @returns {import('./times.mjs').Times}
 */
function measured(suite, seconds) {
  if (!suite.project || suite.related) return { [suite.name]: { [suite.name]: Math.round(seconds) } }
  return {
    [suite.name]: Object.fromEntries(filesOf(suite, root).map(({ file, seconds: each }) => [file, each])),
  }
}

/**
 * The breadth only has the time that is left, and does not start when that is less than its setup is worth.
 *
 * @param {Suite} suite
 * @param {number} left  seconds
 * @returns {string | undefined}
 */
export function whyTooLate({ isBreadth }, left) {
  if (!isBreadth || left >= leastSeconds) return undefined
  return `the time is up: ${Math.max(Math.round(left), 0)} seconds are left`
}

/**
 * A suite of `npm test` fails when it exceeds its time. The breadth is interrupted when the whole run's time
 * is up: its results so far count, and the rest is left out. There the commit decides the order of the files,
 * so that the next commit reaches others.
 *
 * @param {Suite} suite
 * @param {{ leftMs: number, known: number, commit: string }} run  `leftMs`: of the whole run; `known`: seconds that the
 *   suite took before, 0 for unknown
 * @returns {{ withinMs: number, mayBeUnfinished: boolean, seed: number | undefined }}
 */
export function timeFor({ isBreadth, minutes = suiteMinutes }, { leftMs, known, commit }) {
  const hangsMs = minutes * 60_000
  const mayBeUnfinished = isBreadth === true && leftMs < hangsMs
  const isShort = mayBeUnfinished && (known === 0 || known * 1_000 > leftMs)
  return {
    withinMs: Math.max(Math.min(leftMs, hangsMs), 1_000),
    mayBeUnfinished,
    seed: isShort ? numberOf(commit) : undefined,
  }
}

/**
 * @param {Options} options
 * @returns {string[]}
 */
function leftToOthers({ chosen }) {
  // With suites named by the user, the rest needs no mention.
  if (suites.some((suite) => !suite.isBreadth && !suite.isLong && !chosen.includes(suite))) return []
  const left = (/** @type {'isBreadth' | 'isLong'} */ kind) =>
    suites.filter((suite) => suite[kind] && !chosen.includes(suite)).map(({ name }) => name)
  const lists = { 'test:all': left('isBreadth'), 'test:long': left('isLong') }
  return Object.entries(lists).flatMap(([script, names]) =>
    names.length > 0 ? [`Left to npm run ${script}: ${names.join(', ')}`] : [],
  )
}

/**
 * @param {ReturnType<typeof processorTime>} before
 * @returns {string[]}
 */
function processorLine(before) {
  const after = processorTime()
  if (!before || !after) return []
  const own = after.own - before.own
  const others = Math.max(after.all - before.all - own, 0)
  return [`Processor time: ${Math.round(own)} s of this run, ${Math.round(others)} s of others`]
}

/**
 * Without dependencies nothing can run; without a build much can.
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
    return failure("couldn't build the product, see above")
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
 * @param {string[]} remarks
 */
function printSummary(rows, total, remarks) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const column = (/** @type {string | number} */ text) => String(text).padStart(9)
  say(`\n${''.padEnd(width)}${['passed', 'failed', 'skipped', 'seconds'].map(column).join('')}`)
  for (const { name, result, seconds } of rows) {
    const figures = [result.passed, result.failed, result.skipped, Math.round(seconds)]
    say(`${name.padEnd(width)}${figures.map(column).join('')}`)
  }
  printList('Skipped', rows, 'leftOut')
  printList('Failed', rows, 'failures')
  for (const remark of remarks) say(`\n${remark}`)
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
