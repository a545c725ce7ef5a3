// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { LaunchError } from './launch-error.mjs'
import { readStamp, removeStamp, writeStamp } from './stamp.mjs'

/** @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean }} Package */

const platform = `${process.platform} ${process.arch} ${process.versions.modules}`

/** @param {string} root */
export function isInstalled(root) {
  const stamp = readStamp(root, 'installed')
  return stamp?.['platform'] === platform && stamp['lockFile'] === lockFileHash(root)
}

/**
 * Whether npm was run here by hand and installed exactly what is locked. An interrupted install of ours
 * leaves no list behind (see `forgetInstall`).
 *
 * @param {string} root
 */
export function isInstalledByHand(root) {
  const stamp = readStamp(root, 'installed')
  if (stamp && stamp['platform'] !== platform) return false
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
  writeStamp(root, 'installed', { platform, lockFile: lockFileHash(root) })
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
function lockFileHash(root) {
  const file = path.join(root, 'package-lock.json')
  if (!existsSync(file))
    throw new LaunchError(`${file} is missing: this is not a complete copy of the project.`)
  return createHash('sha256').update(readFileSync(file)).digest('hex')
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
