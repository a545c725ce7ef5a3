// @ts-check
import { crc32 } from 'node:zlib'

/** Midnight of May 1, 2026, in the format of DOS. */
const [dosTime, dosDate] = [0, ((2026 - 1980) << 9) | (5 << 5) | 1]

/**
 * @param {Record<string, string | Buffer>} files
 * @returns {Buffer} an archive that holds them uncompressed
 */
export function writeZip(files) {
  /** @type {Buffer[]} */
  const bodies = []
  /** @type {Buffer[]} */
  const directory = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content)
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(dosTime, 6)
    common.writeUInt16LE(dosDate, 8)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(label.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, label, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, label]))
    bodies.push(body)
    offset += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}

/**
 * @param {Buffer} archive one that holds its files uncompressed
 * @returns {Record<string, Buffer>}
 */
export function readZip(archive) {
  /** @type {Record<string, Buffer>} */
  const files = {}
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const size = archive.readUInt32LE(at + 18)
    const nameLength = archive.readUInt16LE(at + 26)
    const start = at + 30 + nameLength + archive.readUInt16LE(at + 28)
    files[archive.toString('utf8', at + 30, at + 30 + nameLength)] = archive.subarray(start, start + size)
    at = start + size
  }
  return files
}
