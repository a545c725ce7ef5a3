// @ts-check

/**
 * Uncompressed, because compressors change their output between releases.
 *
 * @param {Buffer} data
 */
export function zlibStored(data) {
  /** @type {Buffer[]} */
  const parts = [Buffer.from([0x78, 0x01])]
  const block = 0xffff
  for (let at = 0; at === 0 || at < data.length; at += block) {
    const piece = data.subarray(at, at + block)
    const head = Buffer.alloc(5)
    head[0] = at + block >= data.length ? 1 : 0
    head.writeUInt16LE(piece.length, 1)
    head.writeUInt16LE(~piece.length & 0xffff, 3)
    parts.push(head, piece)
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(adler32(data))
  return Buffer.concat([...parts, sum])
}

/** @param {Buffer} data */
function adler32(data) {
  let low = 1
  let high = 0
  for (const byte of data) {
    low = (low + byte) % 65521
    high = (high + low) % 65521
  }
  return high * 65536 + low
}
