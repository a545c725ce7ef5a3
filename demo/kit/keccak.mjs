// @ts-check

const mask = (1n << 64n) - 1n
const rate = 136

/** @param {bigint} word @param {number} by */
const turn = (word, by) => (by === 0 ? word : ((word << BigInt(by)) | (word >> BigInt(64 - by))) & mask)

/**
 * With the padding from before it became SHA-3, as contracts use it.
 *
 * @param {Buffer} data
 */
export function keccak256(data) {
  const padded = Buffer.alloc(data.length + rate - (data.length % rate))
  data.copy(padded)
  padded[data.length] ^= 0x01
  padded[padded.length - 1] ^= 0x80
  /** @type {bigint[]} word x + 5y */
  let state = Array.from({ length: 25 }, () => 0n)
  for (let at = 0; at < padded.length; at += rate) {
    for (let word = 0; word < rate / 8; word++) state[word] ^= padded.readBigUInt64LE(at + word * 8)
    state = permute(state)
  }
  const digest = Buffer.alloc(32)
  for (let word = 0; word < 4; word++) digest.writeBigUInt64LE(state[word], word * 8)
  return digest
}

/** @param {bigint[]} words */
function permute(words) {
  let state = words
  let constants = 1
  for (let round = 0; round < 24; round++) {
    const column = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ state[x + y], 0n))
    state = state.map((word, index) => word ^ column[(index + 4) % 5] ^ turn(column[(index + 1) % 5], 1))

    const moved = [...state]
    let [x, y] = [1, 0]
    for (let step = 0; step < 24; step++) {
      const [nextX, nextY] = [y, (2 * x + 3 * y) % 5]
      moved[nextX + 5 * nextY] = turn(state[x + 5 * y], (((step + 1) * (step + 2)) / 2) % 64)
      ;[x, y] = [nextX, nextY]
    }
    state = moved.map((word, index) => {
      const row = index - (index % 5)
      return word ^ (~moved[row + ((index + 1) % 5)] & mask & moved[row + ((index + 2) % 5)])
    })

    for (let bit = 0; bit < 7; bit++) {
      if (constants & 1) state[0] ^= 1n << BigInt(2 ** bit - 1)
      constants = (constants << 1) ^ (constants & 0x80 ? 0x171 : 0)
    }
  }
  return state
}
