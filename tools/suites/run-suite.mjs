// @ts-check
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from '../launch/npm-command.mjs'
import { startGroup } from '../launch/process-group.mjs'
import { endLeftovers } from './leftovers.mjs'
import { recordVariable } from './record-files.mjs'
import { failure, nothing, readRecord, readUnfinished, sum } from './results.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/**
 * @typedef {import('./table.mjs').Suite} Suite
 * @typedef {import('./results.mjs').Result} Result
 *
 * @typedef {object} RunOptions
 * @property {string} root
 * @property {AbortSignal} signal
 * @property {number} withinMs
 * @property {boolean} [mayBeUnfinished]  whether what has not ended within them is left out; otherwise it has failed
 * @property {(ms: number, call: () => void) => () => void} [after]  how time passes
 * @property {'inherit' | 'ignore'} [output]
 * @property {string[]} [files]  all of the suite's without
 * @property {number} [seed]  runs the files in an order of chance that this number repeats
 *
 * @typedef {{ file: string, hasFailed: boolean, hasPassed: boolean, seconds: number }} FileRun
 *
 * @typedef {object} Ended
 * @property {import('../launch/process-group.mjs').Group} group
 * @property {string | undefined} ending  how it ended, unless it ended well
 * @property {Result} [unfinished]  when its time was up
 */

/** Long enough for vitest to close everything its tests opened. */
const stopGraceMs = 15_000

/**
 * Nothing of the suite runs afterward.
 *
 * @param {Suite} suite
 * @param {RunOptions} options
 * @returns {Promise<Result>}
 */
export async function runSuite(suite, { root, signal, files, seed, ...options }) {
  const record = recordOf(root, suite)
  rmSync(record, { force: true })
  const temporary = makeTemporaryFolder()
  try {
    const run = { ...options, root, signal, temporary, record }
    const { ending, unfinished, group } = await runCommand(
      commandFor(suite, { root, files, seed }),
      suite,
      run,
    )
    const left = await endLeftovers(temporary)
    await group.stop(stopGraceMs)
    signal.throwIfAborted()
    // Its tests were interrupted before they closed everything they opened.
    if (unfinished) return unfinished
    return sum([
      suite.script
        ? scriptResult(ending)
        : readRecord(readLines(record), { root, ending, mayBeEmpty: suite.related !== undefined }),
      left.length > 0 ? failure(`left running: ${left.join(', ')}`) : nothing,
    ])
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * In the order in which they began.
 *
 * @param {Suite} suite
 * @param {string} root
 * @returns {FileRun[]}
 */
export function filesOf(suite, root) {
  return (readLines(recordOf(root, suite))?.ended ?? [])
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ name, status, startTime, endTime }) => ({
      file: path.relative(root, name),
      hasFailed: status === 'failed',
      hasPassed: status === 'passed',
      seconds: Math.round((endTime - startTime) / 100) / 10,
    }))
}

/**
 * @param {string} root
 * @param {Suite} suite
 */
function recordOf(root, { name }) {
  return path.join(root, 'tests/output', `${name}.jsonl`)
}

/**
 * @param {Suite} suite
 * @param {{ root: string, files?: string[] | undefined, seed?: number | undefined }} options
 * @returns {{ command: string, args: string[] }}
 */
function commandFor({ script, node = process.execPath, project = '', related }, { root, files = [], seed }) {
  if (script) {
    const npm = npmCommand()
    return { command: npm.command, args: [...npm.args, 'run', '--silent', script] }
  }
  const isRelated = related !== undefined && files.length === 0
  const which = isRelated ? ['related', related, '--run', '--passWithNoTests'] : ['run']
  const reporters = ['--reporter=default', `--reporter=${path.join(import.meta.dirname, 'record-files.mjs')}`]
  const order = seed === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${seed}`]
  const paths = files.map((file) => path.join(root, file))
  return {
    command: node,
    args: [
      'node_modules/vitest/vitest.mjs',
      ...which,
      '--project',
      project,
      ...reporters,
      ...order,
      ...paths,
    ],
  }
}

/**
 * @param {{ command: string, args: string[] }} what
 * @param {Suite} suite
 * @param {RunOptions & { temporary: string, record: string }} options
 * @returns {Promise<Ended>}
 */
async function runCommand({ command, args }, suite, options) {
  const { root, signal, withinMs, mayBeUnfinished, after = byClock, temporary, record } = options
  signal.throwIfAborted()
  const group = await startGroup(command, args, {
    cwd: root,
    env: { ...process.env, ...suite.env, CI: 'true', TMPDIR: temporary, [recordVariable]: record },
    stdio: ['ignore', options.output ?? 'inherit', options.output ?? 'inherit'],
  })
  /** @type {Pick<Ended, 'ending' | 'unfinished'> | undefined} */
  let late
  const end = () => void group.stop(stopGraceMs)
  const callOff = after(withinMs, () => {
    // Read before the end, which fails the tests that are running.
    late = mayBeUnfinished
      ? { ending: undefined, unfinished: readUnfinished(readLines(record), root) }
      : { ending: `broken off after ${Math.round(withinMs / 1_000)} seconds` }
    end()
  })
  signal.addEventListener('abort', end)
  const { code, signal: killedBy } = await group.ended
  callOff()
  signal.removeEventListener('abort', end)
  if (late) return { group, ...late }
  if (killedBy) return { group, ending: `ended by ${killedBy}` }
  return { group, ending: code === 0 ? undefined : `exit code ${code}` }
}

/** @type {NonNullable<RunOptions['after']>} */
const byClock = (ms, call) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/**
 * @param {string | undefined} ending
 * @returns {Result}
 */
function scriptResult(ending) {
  return ending ? failure(`${ending}, see above`) : { ...nothing, passed: 1 }
}

/**
 * @param {string} record
 * @returns {import('./results.mjs').FileRecord | undefined}
 */
function readLines(record) {
  let text
  try {
    text = readFileSync(record, 'utf8')
  } catch {
    return undefined
  }
  // The text after the last line break is incomplete.
  const [first, ...ended] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  return first && { ...first, ended }
}
