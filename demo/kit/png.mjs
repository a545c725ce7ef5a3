// @ts-check
import { crc32, inflateSync } from 'node:zlib'
import { zlibStored } from './zlib-stored.mjs'

/**
 * At most sixteen colors, as rows of their numbers.
 *
 * @typedef {{ width: number, height: number, at: (x: number, y: number) => number }} Pixels
 */

/** @param {number} width @param {number} height */
export function canvas(width, height) {
  const dots = new Uint8Array(width * height)
  /** @param {number} x @param {number} y @param {number} color */
  const set = (x, y, color) => {
    if (x >= 0 && y >= 0 && x < width && y < height) dots[y * width + x] = color
  }
  /** @param {number} left @param {number} top @param {number} wide @param {number} high @param {number} color */
  const fill = (left, top, wide, high, color) => {
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) set(x, y, color)
  }
  /** @param {number} x @param {number} y */
  const at = (x, y) => dots[y * width + x]
  return { width, height, set, fill, at }
}

/**
 * @param {Pixels} pixels
 * @param {string[]} palette up to sixteen colors, as six hexadecimal digits each
 */
export function writePng({ width, height, at }, palette) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 4
  header[9] = 3
  const stride = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * stride + 1 + (x >> 1)] |= at(x, y) << (x % 2 ? 0 : 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.join(''), 'hex')),
    chunk('IDAT', zlibStored(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * @param {Buffer} file as `writePng` writes them
 * @returns {Pixels}
 */
export function readPng(file) {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  /** @type {Buffer[]} */
  const data = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  const rows = inflateSync(Buffer.concat(data))
  const stride = 1 + Math.ceil(width / 2)
  return { width, height, at: (x, y) => (rows[y * stride + 1 + (x >> 1)] >> (x % 2 ? 0 : 4)) & 15 }
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
