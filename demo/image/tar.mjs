// @ts-check
import { createReadStream, statSync } from 'node:fs'

/**
 * @typedef {object} Entry
 * @property {string} name without a slash at its beginning
 * @property {number} mode
 * @property {{ file: string } | { bytes: Buffer }} content
 *
 * @typedef {{ name: string, mode: number, size: number, kind: string }} Head
 */

const block = 512
const kinds = { file: '0', folder: '5' }

/**
 * All folders are open to every user, for Docker.
 *
 * @param {readonly Entry[]} entries
 */
export async function* tarOf(entries) {
  for (const name of foldersOf(entries)) yield headOf({ name, mode: 0o755, size: 0, kind: kinds.folder })
  for (const { name, mode, content } of entries) {
    const size = 'file' in content ? statSync(content.file).size : content.bytes.length
    yield headOf({ name, mode, size, kind: kinds.file })
    if ('file' in content) yield* createReadStream(content.file, { highWaterMark: 1_048_576, end: size - 1 })
    else yield content.bytes
    yield Buffer.alloc((block - (size % block)) % block)
  }
  yield Buffer.alloc(2 * block)
}

/** @param {readonly Entry[]} entries */
function foldersOf(entries) {
  const folders = entries.flatMap(({ name }) => {
    const parts = name.split('/').slice(0, -1)
    return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)
  })
  return [...new Set(folders)]
}

/** @param {Head} head */
function headOf({ name, mode, size, kind }) {
  const head = Buffer.alloc(block)
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for an archive`)
  /** @param {number} value @param {number} length */
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`
  head.write(name, 0)
  head.write(octal(mode, 8), 100)
  head.write(octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 108)
  // The sum counts its own field as spaces.
  head.write(' '.repeat(8), 148)
  head.write(kind, 156)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}
