// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { repeatsUnderLoad } from '../suites/repeats.mjs'
import { suites } from '../suites/table.mjs'
import { readTimes } from '../suites/times.mjs'

/**
 * @typedef {{ name: string, planned: string, now: string, target: string }} Figure
 * @typedef {{ name: string, lines: string[] }} Source
 */

const ignored = new Set(['node_modules', 'dist', 'output', '.git'])
const instance = 'apps/server/src/modules/instance'
const submission = 'apps/server/src/modules/submission'

/** In order; the first five are to stay. */
const targetSteps = ['routes', 'team', 'claim', 'start', 'queue']
const formerSteps = ['own', 'asking', 'own-start', 'pending', 'order', 'news', 'store-start']
/** What a flag passes; a test counts the reads of running ones. */
const stepsOfFlag = ['submit', 'queue', 'judge', 'batch-judge', 'guess', 'known-instance', 'tell']
/** Needed only while the route writes and answers directly. */
const stepsWithoutTeam = ['present', 'store-claim']

/**
 * @param {string} root
 * @returns {Figure[]}
 */
export function figures(root) {
  const sources = filesIn(root, '').map((name) => ({ name, lines: linesOf(path.join(root, name)) }))
  const code = sources.filter(({ name }) => /\.tsx?$/.test(name) && !isTest(name))
  const under = (/** @type {string[]} */ ...folders) =>
    code.filter(({ name }) => folders.some((folder) => name.startsWith(folder)))
  const server = under('apps/server/src/')
  const app = under('apps/server/src/app/', 'apps/server/src/main.ts', 'apps/server/src/app.ts')
  const modules = server.filter(({ name }) => /\/modules\/[^/]+\/module\.ts$/.test(name))
  const composition = [...app, ...modules, ...under('apps/server/src/core/core.ts')]
  const share = (100 * count(code, isComment)) / Math.max(total(code), 1)
  const sheets = sources.filter(({ name }) => name.startsWith('apps/web/src/') && name.endsWith('.css'))
  const boundaries = sources.filter(({ name }) => /^tools\/boundaries\/.*\.mjs$/.test(name))

  return [
    figure('lines in app/ and main.ts', '2,036', total(app), '≤ 900'),
    figure('the same with core.ts and every module.ts', '–', total(composition), '≤ 1,900'),
    figure('types called Needs, in modules', '94', matches(under('apps/server/src/modules/'), needs), '≤ 25'),
    figure('types called Needs, in the server', '149', matches(server, needs), '≤ 60'),
    figure('types called Caller', '22', matches(server, /^(export )?(type|interface) Caller\b/), '1'),
    figure('types that repeat storeImage', '4', matches(server, /^\s+storeImage\(/), '1'),
    figure('files of ten lines or fewer', '94', code.filter(isShort(10)).length, '≤ 30'),
    figure('doc comments', '3,706', matches(code, /^\s*\/\*\*/), '≤ 1,800'),
    { name: 'lines that are comment', planned: '5.7 %', now: `${share.toFixed(1)} %`, target: '≤ 3 %' },
    uncounted('caches on the way to a board', '8', '3'),
    figure('reads of the game per flag', '3 to 4', readsPerFlag(root), '1'),
    figure('files from request to running container', '12', stepsOf(root), '5'),
    uncounted('hub connections over three tabs', '3', '1'),
    figure('lines in web/api', '1,835', total(under('apps/web/src/api/')), '≈ 700'),
    figure('files in app/staff/pages', '27', under('apps/web/src/app/staff/pages/').length, '0'),
    figure('style sheets of 15 lines or fewer', '38', sheets.filter(isShort(15)).length, '≤ 8'),
    figure('lines in tools/boundaries', '1,213', total(boundaries), '≈ 380'),
    figure('minutes of npm test', '27', minutesOfTests(root), '≤ 10'),
    { name: 'failures in repeats under load', planned: '2', now: failuresUnderLoad(root), target: '0' },
    figure('lines of TypeScript', '88,039', total(code), '≈ 82,000'),
  ]
}

// An import has a comma instead.
const needs = /^\s*(export )?(type|interface) \w*Needs\b.*[={]/

/** @param {string} line */
const isComment = (line) => /^\s*(\/\/|\/?\*)/.test(line)
/** @param {string} name */
const isTest = (name) => /\.(test|suite)\.tsx?$/.test(name) || name.startsWith('tests/')
/** @param {number} most */
const isShort =
  (most) =>
  (/** @type {Source} */ { lines }) =>
    lines.length <= most

/** @param {string} root */
function stepsOf(root) {
  const isThere = (/** @type {string} */ name) => existsSync(path.join(root, instance, `${name}.ts`))
  const former = isThere('team') ? formerSteps : [...formerSteps, ...stepsWithoutTeam]
  return [...targetSteps, ...former].filter(isThere).length
}

/** Outside the ledger. @param {string} root */
function readsPerFlag(root) {
  const files = stepsOfFlag.map((name) => path.join(root, submission, `${name}.ts`)).filter(existsSync)
  const sources = files.map((name) => ({ name, lines: linesOf(name) }))
  return matches(sources, /\bgames\.(must|read)\(/)
}

/** Assumes two files at a time. @param {string} root */
function minutesOfTests(root) {
  const times = readTimes(root)
  const usual = suites.filter(({ isBreadth, isLong }) => !isBreadth && !isLong)
  const seconds = usual.flatMap(({ name }) => Object.values(times[name] ?? {}))
  return Math.round(seconds.reduce((sum, one) => sum + one, 0) / 2 / 60)
}

/**
 * With the number of files that were repeated as often as they should be.
 *
 * @param {string} root
 */
function failuresUnderLoad(root) {
  const { files, failures } = repeatsUnderLoad(root)
  return `${failures} in ${files.toLocaleString('en')}`
}

/**
 * @param {Source[]} sources
 * @param {(line: string) => boolean} isOne
 */
function count(sources, isOne) {
  return sources.reduce((sum, { lines }) => sum + lines.filter(isOne).length, 0)
}

/**
 * @param {Source[]} sources
 * @param {RegExp} pattern
 */
function matches(sources, pattern) {
  return count(sources, (line) => pattern.test(line))
}

/** @param {Source[]} sources */
function total(sources) {
  return count(sources, () => true)
}

/**
 * @param {string} name
 * @param {string} planned
 * @param {number} now
 * @param {string} target
 * @returns {Figure}
 */
function figure(name, planned, now, target) {
  return { name, planned, now: now.toLocaleString('en'), target }
}

/**
 * @param {string} name
 * @param {string} planned
 * @param {string} target
 * @returns {Figure}
 */
function uncounted(name, planned, target) {
  return { name, planned, now: '–', target }
}

/** @param {string} file */
function linesOf(file) {
  return readFileSync(file, 'utf8').trimEnd().split('\n')
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesIn(root, name)
    return /\.(tsx?|css|mjs)$/.test(entry.name) ? [name] : []
  })
}
