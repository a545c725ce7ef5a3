// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ReleaseFault } from './fault.mjs'

const list = 'SHA256SUMS'

/**
 * @param {string} folder
 * @param {string[]} names
 * @returns {string[]} the lines
 */
export function writeChecksums(folder, names) {
  const lines = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex')
    return `${digest}  ${name}`
  })
  writeFileSync(path.join(folder, list), `${lines.join('\n')}\n`)
  // One from before would be of another list.
  rmSync(path.join(folder, `${list}.sig`), { force: true })
  return lines
}

/**
 * @param {string} folder
 * @param {string} key
 */
export function signChecksums(folder, key) {
  const args = ['-Y', 'sign', '-f', key, '-n', 'file', path.join(folder, list)]
  const { status, stderr, error } = spawnSync('ssh-keygen', args, {
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  if (status !== 0) throw new ReleaseFault(`The release couldn't be signed: ${error?.message ?? stderr}`)
}
