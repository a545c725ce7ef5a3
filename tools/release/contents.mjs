// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { entriesOf } from './folder.mjs'
import { modeOf } from './source.mjs'
import { changelogOf, securityOf } from './texts.mjs'

/**
 * @typedef {import('./archive.mjs').Entry} Entry
 * @typedef {import('./source.mjs').Source} Source
 *
 * @typedef {object} Built
 * @property {string} server
 * @property {string} client
 * @property {string} tunnel
 */

/** Where `assets` of the server finds what comes with it. */
const assets = {
  client: '../web',
  favicon: 'favicon.webp',
  locales: 'locales',
  tunnel: '../tunnel',
  version: 'package.json',
}

/** Sources, types, and manuals of packages. Their licenses stay. */
const notRun = /^(src|install|scripts)\/|\.(d\.[cm]?ts|map)$|^(README|CHANGELOG)\.md$/i

/**
 * What is the same for every target.
 *
 * @param {Source} source
 * @param {Built} built
 * @param {{ contact: string, sbom: string }} texts
 * @returns {Entry[]}
 */
export function commonEntries(source, built, { contact, sbom }) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(source.root, name), 'utf8')
  const { license, engines } = JSON.parse(read('package.json'))
  const ours = { name: 'pennant', version: source.version, license, engines, private: true, type: 'module' }
  return [
    ...['LICENSE', 'NOTICE', 'THIRD-PARTY.md'].map((name) => text(name, read(name))),
    text('CHANGELOG.md', changelogOf(read('CHANGELOG.md'), source.version, source.date)),
    text('SECURITY.md', securityOf(read('SECURITY.md'), contact)),
    text('sbom.cdx.json', sbom),
    ...['deploy', 'docs', 'schemas'].flatMap((folder) => trackedEntries(source, folder)),
    fileOf(source, 'tools/release/bin/pennant', 'bin/pennant'),
    ...entriesOf(built.client, 'web'),
    ...entriesOf(built.tunnel, 'tunnel'),
    ...entriesOf(built.server, 'server'),
    fileOf(source, 'tools/launch/node-version.mjs', 'server/node-version.mjs'),
    fileOf(source, 'apps/server/assets/favicon.webp', `server/${assets.favicon}`),
    ...entriesOf(path.join(source.root, 'packages/i18n/locales'), `server/${assets.locales}`),
    text('server/package.json', `${JSON.stringify(ours, null, 2)}\n`),
    text('server/assets.json', `${JSON.stringify(assets, null, 2)}\n`),
  ]
}

/**
 * @param {string} folder  that has them in its node_modules
 * @param {import('./native-parts.mjs').Parts} parts
 * @returns {Entry[]}
 */
export const nativeEntries = (folder, parts) =>
  Object.keys(parts).flatMap((place) =>
    entriesOf(path.join(folder, place), `server/${place}`, (name) => !notRun.test(name) && isOwn(name)),
  )

/** Packages inside of a package are parts of their own. @param {string} name */
const isOwn = (name) => !name.startsWith('node_modules/')

/**
 * Beside the release, in the same folder.
 *
 * @param {Source} source
 * @returns {Entry[]}
 */
export const demoEntries = (source) => [
  ...trackedEntries(source, 'demo').filter(({ name }) => !notOfDemo.test(name)),
  fileOf(source, 'tools/release/bin/pennant-demo', 'bin/pennant-demo'),
]

/** What makes the sample event, solves its challenges, and tests it. */
const notOfDemo = /\/(make|solve|screenshots|package)\.mjs$|\.test\.ts$|\/tsconfig\.json$|^demo\/poster\//

/**
 * @param {Source} source
 * @param {string} folder
 */
const trackedEntries = (source, folder) => source.tracked(folder).map((name) => fileOf(source, name, name))

/**
 * @param {Source} source
 * @param {string} from
 * @param {string} name
 * @returns {Entry}
 */
function fileOf({ root }, from, name) {
  const file = path.join(root, from)
  return { name, mode: modeOf(file), file }
}

/**
 * @param {string} name
 * @param {string} content
 * @returns {Entry}
 */
const text = (name, content) => ({ name, mode: 0o644, bytes: Buffer.from(content) })
