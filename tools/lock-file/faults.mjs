// @ts-check
import { valid } from 'semver'

/**
 * @typedef {object} Package
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {string} [name]  where it differs from the folder, as for an alias
 * @property {boolean} [link]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {{ packages: Record<string, Package> }} LockFile
 */

/**
 * Whether `npm ci` installs exactly what was locked, from any registry: every package needs a checksum, and
 * no entry an address.
 *
 * @param {LockFile} lock
 * @returns {string[]}
 */
export function lockFaults({ packages }) {
  const entries = Object.entries(packages)
  return [
    ...entries
      .filter(([place]) => isInstalled(place))
      .flatMap(([place, entry]) => faultsOf(packages, place, entry)),
    ...entries.flatMap(([owner, entry]) => unlisted(packages, owner, entry)),
  ]
}

/** @param {string} place */
export const isInstalled = (place) => /(^|\/)node_modules\//.test(place)

/**
 * @param {Record<string, Package>} packages
 * @param {string} place
 * @param {Package} entry
 * @returns {string[]}
 */
function faultsOf(packages, place, { version, integrity, resolved, link }) {
  if (link) {
    const isWorkspace = resolved !== undefined && resolved in packages && !isInstalled(resolved)
    return isWorkspace ? [] : [`${place} links to ${resolved}, which is no workspace of this project`]
  }
  return [
    ...(valid(version) ? [] : [`${place} has no version of a registry: ${version}`]),
    ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '')
      ? []
      : [
          `${place} has no checksum (integrity): lock a version that the registry carries for every platform`,
        ]),
    ...(resolved === undefined
      ? []
      : [
          `${place} names an address (${resolved}): run npm install in this folder, where .npmrc leaves addresses out`,
        ]),
  ]
}

/**
 * Optional packages that the lock file leaves out because its registry did not have them, mostly binaries for
 * other platforms. `npm ci` refuses such a lock file.
 *
 * @param {Record<string, Package>} packages
 * @param {string} owner
 * @param {Package} entry
 * @returns {string[]}
 */
function unlisted(packages, owner, { optionalDependencies = {} }) {
  return Object.entries(optionalDependencies)
    .filter(([name]) => placeOf(packages, owner, name) === undefined)
    .map(
      ([name, version]) =>
        `${owner} wants ${name}@${version}, which is not listed: lock another version of ${owner}`,
    )
}

/**
 * npm looks for a package beside its owner, then further and further out.
 *
 * @param {Record<string, unknown>} packages
 * @param {string} owner
 * @param {string} name
 * @returns {string | undefined}
 */
export function placeOf(packages, owner, name) {
  const inside = owner === '' ? `node_modules/${name}` : `${owner}/node_modules/${name}`
  if (inside in packages) return inside
  if (owner === '') return undefined
  const outer = owner.lastIndexOf('/node_modules/')
  return placeOf(packages, outer === -1 ? '' : owner.slice(0, outer), name)
}
