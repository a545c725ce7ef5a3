// @ts-check
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { npmCommand } from '../launch/npm-command.mjs'
import { startGroup } from '../launch/process-group.mjs'
import { endLeftovers } from './leftovers.mjs'
import { failure, nothing, readReport, sum } from './results.mjs'

/**
 * @typedef {import('./table.mjs').Suite} Suite
 * @typedef {import('./results.mjs').Result} Result
 *
 * @typedef {object} RunOptions
 * @property {string} root
 * @property {AbortSignal} signal
 * @property {number} withinMs
 * @property {'inherit' | 'ignore'} [output]
 * @property {string[]} [files]  all of the suite's without
 * @property {number} [seed]  runs the files in an order of chance that this number repeats
 *
 * @typedef {{ file: string, hasFailed: boolean, seconds: number }} FileRun
 */

/** Long enough for vitest to close what its tests had opened. */
const stopGraceMs = 15_000

/**
 * Runs one suite to its end, and afterwards nothing of it runs any more.
 *
 * @param {Suite} suite
 * @param {RunOptions} options
 * @returns {Promise<Result>}
 */
export async function runSuite(suite, { root, signal, withinMs, output = 'inherit', files, seed }) {
  const report = reportOf(root, suite)
  rmSync(report, { force: true })
  const temporary = mkdtempSync(path.join(tmpdir(), 'pennant-'))
  // Tests that run as root start a database under another account in there.
  chmodSync(temporary, 0o1777)
  try {
    const { ending, group } = await run(commandFor(suite, { root, report, files, seed }), suite, {
      root,
      signal,
      withinMs,
      temporary,
      output,
    })
    const left = await endLeftovers(temporary)
    await group.stop(stopGraceMs)
    signal.throwIfAborted()
    return sum([
      suite.script
        ? scriptResult(ending)
        : readReport(readJson(report), { root, ending, mayBeEmpty: suite.related !== undefined }),
      left.length > 0 ? failure(`left running: ${left.join(', ')}`) : nothing,
    ])
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * The files of its last run, in the order in which they began.
 *
 * @param {Suite} suite
 * @param {string} root
 * @returns {FileRun[]}
 */
export function filesOf(suite, root) {
  /** @type {import('./results.mjs').VitestReport | undefined} */
  const report = readJson(reportOf(root, suite))
  return (report?.testResults ?? [])
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ name, status, startTime, endTime }) => ({
      file: path.relative(root, name),
      hasFailed: status === 'failed',
      seconds: Math.round((endTime - startTime) / 100) / 10,
    }))
}

/**
 * @param {string} root
 * @param {Suite} suite
 */
function reportOf(root, { name }) {
  return path.join(root, 'tests/output', `${name}.json`)
}

/**
 * @param {Suite} suite
 * @param {{ root: string, report: string, files?: string[] | undefined, seed?: number | undefined }} options
 * @returns {{ command: string, args: string[] }}
 */
function commandFor({ script, project = '', related }, { root, report, files = [], seed }) {
  if (script) {
    const npm = npmCommand()
    return { command: npm.command, args: [...npm.args, 'run', '--silent', script] }
  }
  const which = related ? ['related', related, '--run', '--passWithNoTests'] : ['run']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const order = seed === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${seed}`]
  const paths = files.map((file) => path.join(root, file))
  return {
    command: process.execPath,
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
 * @param {{ root: string, signal: AbortSignal, withinMs: number, temporary: string, output: 'inherit' | 'ignore' }} options
 * @returns {Promise<{ group: import('../launch/process-group.mjs').Group, ending: string | undefined }>} `ending`:
 *   how it ended, unless it ended well
 */
async function run({ command, args }, suite, { root, signal, withinMs, temporary, output }) {
  signal.throwIfAborted()
  const group = await startGroup(command, args, {
    cwd: root,
    env: { ...process.env, ...suite.env, CI: 'true', TMPDIR: temporary },
    stdio: ['ignore', output, output],
  })
  let late = false
  const end = () => void group.stop(stopGraceMs)
  const timer = setTimeout(() => {
    late = true
    end()
  }, withinMs)
  signal.addEventListener('abort', end)
  const { code, signal: killedBy } = await group.ended
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
  if (late) return { group, ending: `broken off after ${Math.round(withinMs / 1_000)} seconds` }
  if (killedBy) return { group, ending: `ended by ${killedBy}` }
  return { group, ending: code === 0 ? undefined : `exit code ${code}` }
}

/**
 * @param {string | undefined} ending
 * @returns {Result}
 */
function scriptResult(ending) {
  return ending ? failure(`${ending}, see above`) : { ...nothing, passed: 1 }
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
