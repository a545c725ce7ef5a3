// @ts-check
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { ReleaseFault } from './fault.mjs'

/**
 * @typedef {object} Source the commit that is released
 * @property {string} root
 * @property {string} version
 * @property {Date} date
 * @property {(folder: string) => string[]} tracked  its files below the folder
 */

/**
 * @param {string} root
 * @returns {Source}
 */
export function readSource(root) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const changed = git('status', '--porcelain').trim()
  if (changed !== '')
    throw new ReleaseFault(`A release is made from a commit. Commit these changes or undo them:\n${changed}`)
  return {
    root,
    version: JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version,
    date: new Date(Number(git('log', '-1', '--format=%ct')) * 1_000),
    tracked: (folder) => git('ls-files', '-z', '--', folder).split('\0').filter(Boolean),
  }
}

/**
 * Only whether the owner may run it: the rest depends on the umask of the clone.
 *
 * @param {string} file
 */
export const modeOf = (file) => ((statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755)
