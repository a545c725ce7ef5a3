// @ts-check
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readTarGz, readZip } from './archive.mjs'
import { sha256 } from './names.mjs'

/** @typedef {import('./names.mjs').Names} Names */

const zips = new Set(['application/zip', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])

/**
 * JSON as it is, text, the files of archives; otherwise size and checksum.
 *
 * @param {Names} names
 * @param {{ type: string, encoding: string | undefined, bytes: Buffer, masked?: ReadonlySet<string> }} body
 * @returns {unknown}
 */
export function contentOf(names, { type, encoding, bytes, masked }) {
  const plain = unpack(encoding, bytes)
  const [media = ''] = type.split(';')
  if (plain.length === 0) return undefined
  if (/[/+]json$/.test(media)) return jsonOf(names, plain.toString('utf8'), masked)
  if (media === 'text/html') return pageOf(names, plain.toString('utf8'))
  if (media.startsWith('text/')) return names.text(plain.toString('utf8'))
  if (zips.has(media)) return { files: filesOf(names, readZip(plain)) }
  if (media === 'application/gzip') return { files: filesOf(names, readTarGz(plain)) }
  return { bytes: plain.length, sum: names.text(sha256(plain)) }
}

/**
 * @param {string | undefined} encoding
 * @param {Buffer} bytes
 */
function unpack(encoding, bytes) {
  if (bytes.length === 0 || encoding === undefined) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'gzip') return gunzipSync(bytes)
  throw new Error(`Nobody here unpacks ${encoding}.`)
}

/**
 * @param {Names} names
 * @param {string} text
 * @param {ReadonlySet<string>} [masked]
 * @returns {unknown}
 */
function jsonOf(names, text, masked) {
  const value = JSON.parse(text)
  // Packages are indented, answers aren't.
  const written = [0, 2].some((spaces) => JSON.stringify(value, null, spaces) === text)
  const named =
    typeof value === 'number'
      ? Object.values(/** @type {object} */ (names.value({ id: value })))[0]
      : names.value(value, masked)
  return written ? named : { json: named, writtenOtherwise: true }
}

/**
 * Pages belong to the client, except for the parts that other programs read.
 *
 * @param {Names} names
 * @param {string} html
 */
function pageOf(names, html) {
  const told = /<html[^>]*>|<title>[^<]*<\/title>|<meta[^>]*>|<h1[^>]*>[^<]*/g
  return { page: (html.match(told) ?? []).map((part) => names.text(part)) }
}

/**
 * @param {Names} names
 * @param {import('./archive.mjs').Entry[]} entries
 */
function filesOf(names, entries) {
  return entries.map(({ name, bytes }) => ({ name: names.path(name), ...fileOf(names, name, bytes) }))
}

/**
 * @param {Names} names
 * @param {string} name
 * @param {Buffer} bytes
 */
function fileOf(names, name, bytes) {
  if (name.endsWith('.json')) return { content: jsonOf(names, bytes.toString('utf8')) }
  if (/\.(xml|rels)$/.test(name)) return { content: names.text(bytes.toString('utf8')) }
  return { bytes: bytes.length, sum: names.text(sha256(bytes)) }
}
