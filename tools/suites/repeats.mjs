// @ts-check
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readRepeats, writeRepeats } from './times.mjs'

/**
 * What runs under load have shown of a test file: `clean` since its last failure, `failed` in all.
 *
 * @typedef {{ clean: number, failed: number }} Runs
 * @typedef {import('./run-suite.mjs').FileRun} FileRun
 */

/** @type {Record<string, number>} */
const wanted = { unit: 20, server: 20, cluster: 20, docker: 5, ops: 5, e2e: 5 }

/**
 * @param {string} root
 * @param {string} suite
 * @param {{ files: string[], times: number }} asked
 * @returns {string[]}
 */
export function filesShortOf(root, suite, { files, times }) {
  const kept = readRepeats(root)[suite] ?? {}
  return files.filter((file) => current(root, file, kept[file]).clean < times)
}

/**
 * @param {string} root
 * @param {string} suite
 * @param {FileRun[]} runs
 */
export function addRuns(root, suite, runs) {
  const all = readRepeats(root)
  const kept = new Map(Object.entries(all[suite] ?? {}))
  for (const { file, hasFailed, hasPassed } of runs) {
    if (!hasFailed && !hasPassed) continue
    const { clean, failed } = current(root, file, kept.get(file))
    const now = { clean: hasFailed ? 0 : clean + 1, failed: failed + Number(hasFailed) }
    kept.set(file, `${now.clean} clean, ${now.failed} failed, ${hashOf(root, file)}`)
  }
  const there = [...kept].filter(([file]) => hashOf(root, file) !== '')
  writeRepeats(root, { ...all, [suite]: Object.fromEntries(there) })
}

/**
 * `files`: those that have been repeated as often as their suite asks. `failures`: of all others.
 *
 * @param {string} root
 * @returns {{ files: number, failures: number }}
 */
export function repeatsUnderLoad(root) {
  const rows = Object.entries(readRepeats(root)).flatMap(([suite, files]) =>
    Object.entries(files).map(([file, row]) => ({
      ...current(root, file, row),
      enough: wanted[suite] ?? Infinity,
    })),
  )
  const done = rows.filter(({ clean, enough }) => clean >= enough)
  const open = rows.filter(({ clean, enough }) => clean < enough)
  return { files: done.length, failures: open.reduce((sum, { failed }) => sum + failed, 0) }
}

/**
 * A file that has changed since begins again.
 *
 * @param {string} root
 * @param {string} file
 * @param {string | undefined} kept
 * @returns {Runs}
 */
function current(root, file, kept = '') {
  const [, clean, failed, hash] = /^(\d+) clean, (\d+) failed, (\w+)$/.exec(kept) ?? []
  return hash === hashOf(root, file)
    ? { clean: Number(clean), failed: Number(failed) }
    : { clean: 0, failed: 0 }
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {string} empty for a file that is gone
 */
function hashOf(root, file) {
  try {
    return createHash('sha256')
      .update(readFileSync(path.join(root, file)))
      .digest('hex')
      .slice(0, 8)
  } catch {
    return ''
  }
}
