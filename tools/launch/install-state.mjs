// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { LaunchError } from './launch-error.mjs'
import { readStamp, removeStamp, writeStamp } from './stamp.mjs'

/** @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean }} Package */

/** @param {string} root */
export function isInstalled(root) {
  return readStamp(root, 'installed')?.['for'] === wanted(root)
}

/**
 * Whether somebody ran npm here by hand and it put exactly what the lock file asks for. Never after an install
 * of ours that was broken off: that leaves no list behind (see `forgetInstall`).
 *
 * @param {string} root
 */
export function isInstalledByHand(root) {
  if (readStamp(root, 'installed')) return false
  const present = readPackages(path.join(root, 'node_modules', '.package-lock.json'))
  const locked = readPackages(path.join(root, 'package-lock.json'))
  if (!present || !locked) return false
  const isSame = (/** @type {Package} */ a, /** @type {Package} */ b) =>
    a.version === b.version && a.integrity === b.integrity && a.link === b.link
  return (
    Object.entries(locked).every(([name, wants]) => {
      const has = present[name]
      return has ? isSame(has, wants) : name === '' || wants.optional === true
    }) &&
    Object.keys(present).every((name) => name in locked && existsSync(path.join(root, name, 'package.json')))
  )
}

/** @param {string} root */
export function rememberInstall(root) {
  writeStamp(root, 'installed', { for: wanted(root) })
}

/** @param {string} root */
export function forgetInstall(root) {
  removeStamp(root, 'built')
  removeStamp(root, 'installed')
  rmSync(path.join(root, 'node_modules', '.package-lock.json'), { force: true })
}

/**
 * @param {string} root
 * @returns {string}
 */
function wanted(root) {
  const file = path.join(root, 'package-lock.json')
  if (!existsSync(file))
    throw new LaunchError(`${file} is missing: this is not a complete copy of the project.`)
  return createHash('sha256')
    .update(readFileSync(file))
    .update(`\n${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex')
}

/**
 * @param {string} file
 * @returns {Record<string, Package> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
