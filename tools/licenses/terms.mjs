// @ts-check
import { isInstalled } from '../lock-file/faults.mjs'

/**
 * @typedef {object} Package
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [name]  where it differs from the folder, as for an alias
 * @property {boolean} [dev]
 * @property {boolean} [link]
 *
 * @typedef {{ packages: Record<string, Package> }} LockFile
 * @typedef {{ name: string, version: string, license: string }} ThirdParty
 */

/** They ask for their notice to be kept, and for no more. */
const permissive = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'PSF-2.0',
  ],
  ...['OFL-1.1', 'Unlicense'],
])

/** libvips is loaded as a library of its own, which anyone can replace: NOTICE names it and its source. */
const loadedAsLibrary = { name: /^@img\/sharp-(libvips-|wasm32$|win32-)/, license: 'LGPL-3.0-or-later' }

/** Read from the packages' own license files: their package.json says it in a way that npm doesn't lock. */
const readByHand = new Map([
  ['buildcheck', 'MIT'],
  ['cpu-features', 'MIT'],
  ['ssh2', 'MIT'],
])

/**
 * What an installation runs, without what only building and testing need.
 *
 * @param {LockFile} lock
 * @returns {ThirdParty[]}
 */
export function thirdParties({ packages }) {
  const found = Object.entries(packages)
    .filter(([place, { dev, link }]) => isInstalled(place) && !dev && !link)
    .map(([place, { name, version, license }]) => {
      const called = name ?? place.replace(/^.*node_modules\//, '')
      return { name: called, version: version ?? '', license: license ?? readByHand.get(called) ?? '' }
    })
  const unique = new Map(found.map((one) => [`${one.name} ${one.version}`, one]))
  return [...unique.values()].toSorted(
    (one, other) => compare(one.name, other.name) || compare(one.version, other.version),
  )
}

/** @param {string} one @param {string} other */
const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * @param {ThirdParty[]} parties
 * @returns {string[]} what can't come with a product under Apache-2.0
 */
export const refusals = (parties) =>
  parties
    .filter(({ name, license }) => !isAllowed(license, name))
    .map(({ name, version, license }) => `${name} ${version}: ${license || 'no license'} is not on the list`)

/**
 * Reads license expressions as packages write them: alternatives, each of which may list several.
 *
 * @param {string} expression
 * @param {string} name
 */
const isAllowed = (expression, name) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((all) =>
      all
        .split(' AND ')
        .every(
          (term) =>
            permissive.has(term) || (term === loadedAsLibrary.license && loadedAsLibrary.name.test(name)),
        ),
    )

/**
 * @param {ThirdParty[]} parties
 * @returns {string} THIRD-PARTY.md
 */
export const listOf = (parties) => `# Third-party packages

What an installation of Pennant runs, on all platforms together, by \`package-lock.json\`. Each package holds its license
text. The texts for everything that the client is built from are served at the address that the page **About** links
to. Written by \`node tools/licenses.mjs --write\`; see also [NOTICE](NOTICE).

| Package | Version | License |
| --- | --- | --- |
${parties.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join('\n')}
`
