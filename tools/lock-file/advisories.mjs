// @ts-check
import { satisfies } from 'semver'
import { isInstalled } from './faults.mjs'

/**
 * @typedef {object} Advisory
 * @property {string} package
 * @property {string} vulnerable  a range of versions
 * @property {string} id
 * @property {string} severity
 * @property {string | null} fixedIn  the first version of the newest line that is free of it
 *
 * @typedef {object} List
 * @property {string} begun  the day the first entries were collected by hand
 * @property {string | null} renewed  the day a registry last answered
 * @property {Advisory[]} advisories
 */

/**
 * @param {import('./faults.mjs').LockFile} lock
 * @param {Advisory[]} advisories
 * @returns {string[]}
 */
export function knownBad(lock, advisories) {
  return lockedVersions(lock).flatMap(({ place, name, version }) =>
    advisories
      .filter((advisory) => advisory.package === name && covers(advisory, version))
      .map(({ id, severity, fixedIn }) => {
        const remedy = fixedIn === null ? 'there is no fixed version yet' : `fixed in ${fixedIn}`
        return `${place} is ${name}@${version}, known to be vulnerable: ${id} (${severity}), ${remedy}`
      }),
  )
}

/**
 * The answer is complete for locked versions, so a missing advisory about one of them was withdrawn or
 * narrowed. Those about other versions stay, in case they are locked again.
 *
 * @param {List} list
 * @param {Advisory[]} reported
 * @param {import('./faults.mjs').LockFile} lock
 * @param {string} today
 * @returns {List}
 */
export function renewed(list, reported, lock, today) {
  const locked = lockedVersions(lock)
  const stays = list.advisories.filter(
    (old) =>
      !reported.some((fresh) => isSame(fresh, old)) &&
      !locked.some(({ name, version }) => name === old.package && covers(old, version)),
  )
  const advisories = [...stays, ...reported].toSorted(
    (a, b) => compare(a.package, b.package) || compare(a.id, b.id),
  )
  return { ...list, renewed: today, advisories }
}

/**
 * @param {unknown} report
 * @returns {Advisory[] | undefined} nothing when it is no such report, as when the registry refuses
 */
export function advisoriesOf(report) {
  if (!isRecord(report) || report['auditReportVersion'] !== 2 || !isRecord(report['vulnerabilities']))
    return undefined
  /** @type {Map<string, Advisory>} An advisory is told again for every package that brings the vulnerable one. */
  const found = new Map()
  for (const vulnerability of Object.values(report['vulnerabilities'])) {
    const vias = isRecord(vulnerability) && Array.isArray(vulnerability['via']) ? vulnerability['via'] : []
    for (const via of vias) {
      if (!isRecord(via)) continue
      const { name, range, severity, url, source } = via
      if (typeof name !== 'string' || typeof range !== 'string' || typeof severity !== 'string') continue
      const id = typeof url === 'string' ? (/GHSA(-[\da-z]{4}){3}/.exec(url)?.[0] ?? url) : String(source)
      found.set(`${name} ${id}`, {
        package: name,
        vulnerable: range,
        id,
        severity,
        fixedIn: firstFixed(range),
      })
    }
  }
  return [...found.values()]
}

/**
 * @param {string} range
 * @returns {string | null} nothing when the range has no upper end, or one that is vulnerable itself
 */
function firstFixed(range) {
  const newest = range.split('||').at(-1)
  return (newest && /(?:^|\s)<\s*(\d\S*)\s*$/.exec(newest)?.[1]) ?? null
}

/**
 * @param {import('./faults.mjs').LockFile} lock
 * @returns {{ place: string, name: string, version: string }[]}
 */
function lockedVersions({ packages }) {
  return Object.entries(packages).flatMap(([place, { version, link, name }]) => {
    if (!isInstalled(place) || link || version === undefined) return []
    return [
      {
        place,
        name: name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version,
      },
    ]
  })
}

/** @param {Advisory} advisory @param {string} version */
const covers = ({ vulnerable }, version) => satisfies(version, vulnerable, { includePrerelease: true })

/** @param {Advisory} a @param {Advisory} b */
const isSame = (a, b) => a.package === b.package && a.id === b.id

/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null
