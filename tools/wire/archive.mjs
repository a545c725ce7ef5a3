// @ts-check
import { crc32, deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib'

/** @typedef {{ name: string, bytes: Buffer }} Entry */

const listEntry = 0x0201_4b50
const listEnd = 0x0605_4b50

/**
 * In the order of its list.
 *
 * @param {Buffer} zip
 * @returns {Entry[]}
 */
export function readZip(zip) {
  let end = zip.length - 22
  while (end >= 0 && zip.readUInt32LE(end) !== listEnd) end--
  if (end < 0) throw new Error('The archive has no end.')
  let at = zip.readUInt32LE(end + 16)
  const entries = []
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== listEntry) throw new Error('The list of the archive is broken.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    entries.push({ name, bytes: zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed })
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}

/**
 * @param {Entry[]} files
 * @returns {Buffer}
 */
export function writeZip(files) {
  /** @type {Buffer[]} */
  const bodies = []
  /** @type {Buffer[]} */
  const list = []
  let offset = 0
  for (const { name, bytes } of files) {
    const label = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(label.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, label, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const start = Buffer.from('PK\u0001\u0002\u0014\u0000')
    // The list has a length of comments, a disk, and two fields of rights where the local head ends.
    list.push(Buffer.concat([start, facts, tail, label]))
    bodies.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(listEnd, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, entries, end])
}

/**
 * @param {Buffer} archive
 * @returns {Entry[]}
 */
export function readTarGz(archive) {
  const tar = gunzipSync(archive)
  const entries = []
  let at = 0
  while (at + 512 <= tar.length && tar[at] !== 0) {
    const field = (/** @type {number} */ start, /** @type {number} */ length) =>
      tar.toString('utf8', at + start, at + start + length).replace(/\0[^]*$/, '')
    const size = Number.parseInt(field(124, 12), 8) || 0
    const [prefix, name] = [field(345, 155), field(0, 100)]
    entries.push({
      name: prefix === '' ? name : `${prefix}/${name}`,
      bytes: tar.subarray(at + 512, at + 512 + size),
    })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return entries
}
