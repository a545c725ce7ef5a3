// @ts-check
import { createHash } from 'node:crypto'

/**
 * Deterministic on every machine: the same seed gives the same bytes.
 *
 * @typedef {ReturnType<typeof createRandom>} Random
 *
 * @param {string} seed
 */
export function createRandom(seed) {
  let pool = Buffer.alloc(0)
  let blocks = 0

  /** @param {number} length */
  const bytes = (length) => {
    while (pool.length < length)
      pool = Buffer.concat([pool, createHash('sha256').update(`${seed} ${blocks++}`).digest()])
    const taken = pool.subarray(0, length)
    pool = pool.subarray(length)
    return taken
  }

  /**
   * @param {number} limit
   * @returns {number} a whole number from 0 to below the limit
   */
  const below = (limit) => {
    const room = 2 ** 48 - (2 ** 48 % limit)
    for (;;) {
      const drawn = bytes(6).readUIntBE(0, 6)
      if (drawn < room) return drawn % limit
    }
  }

  /** @param {number} from @param {number} to both may come */
  const between = (from, to) => from + below(to - from + 1)

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  const pick = (list) => list[below(list.length)]

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T[]}
   */
  const shuffled = (list) => {
    const copy = [...list]
    for (let last = copy.length - 1; last > 0; last--) {
      const other = below(last + 1)
      const held = copy[last]
      copy[last] = copy[other]
      copy[other] = held
    }
    return copy
  }

  /** @param {number} bits */
  const bigint = (bits) =>
    BigInt(`0x${bytes(Math.ceil(bits / 8)).toString('hex')}`) & ((1n << BigInt(bits)) - 1n)

  /** @param {number} length */
  const hex = (length) =>
    bytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length)

  return { bytes, below, between, pick, shuffled, bigint, hex }
}
