// @ts-check
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** @typedef {{ name: string, mode: number } & ({ bytes: Buffer } | { file: string })} Entry */

/**
 * The same entries and date give the same bytes.
 *
 * @param {string} file
 * @param {Entry[]} entries
 * @param {Date} date
 */
export async function writeArchive(file, entries, date) {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 9 }), createWriteStream(file))
  // A failure of the writer ends the tar, too, on which the loop would wait.
  await Promise.all([written, addAll(tar, entries, date)])
}

/**
 * @param {import('tar-stream').Pack} tar
 * @param {Entry[]} entries
 * @param {Date} date
 */
async function addAll(tar, entries, date) {
  const inOrder = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of inOrder) {
    const { name, mode } = entry
    const size = 'bytes' in entry ? entry.bytes.length : statSync(entry.file).size
    const target = tar.entry({ name, mode, size, mtime: date, uid: 0, gid: 0, uname: 'root', gname: 'root' })
    if ('bytes' in entry) target.end(entry.bytes)
    else await pipeline(createReadStream(entry.file), target)
  }
  tar.finalize()
}
