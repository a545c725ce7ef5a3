// @ts-check

/**
 * For challenges only, since its timing leaks secrets.
 *
 * @typedef {{ x: bigint, y: bigint } | null} Point null is the point at infinity
 */

const prime = 2n ** 256n - 2n ** 32n - 977n

export const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** @type {Point} */
const base = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
}

/**
 * @param {bigint} value
 * @param {bigint} modulus
 * @returns {bigint}
 */
export function modulo(value, modulus) {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}

/**
 * @param {bigint} value
 * @param {bigint} modulus a prime
 * @returns {bigint}
 */
export function inverse(value, modulus) {
  let [old, rest, oldFactor, factor] = [modulo(value, modulus), modulus, 1n, 0n]
  while (rest > 0n) {
    const quotient = old / rest
    ;[old, rest] = [rest, old - quotient * rest]
    ;[oldFactor, factor] = [factor, oldFactor - quotient * factor]
  }
  return modulo(oldFactor, modulus)
}

/**
 * @param {bigint} scalar
 * @returns {Point} that many times the base point
 */
export function multiplyBase(scalar) {
  /** @type {Point} */
  let sum = null
  for (const bit of scalar.toString(2)) {
    sum = add(sum, sum)
    if (bit === '1') sum = add(sum, base)
  }
  return sum
}

/** @param {Point} a @param {Point} b @returns {Point} */
function add(a, b) {
  if (a === null) return b
  if (b === null) return a
  if (a.x === b.x && a.y !== b.y) return null
  const slope =
    a.x === b.x ? 3n * a.x * a.x * inverse(2n * a.y, prime) : (b.y - a.y) * inverse(b.x - a.x, prime)
  const x = modulo(slope * slope - a.x - b.x, prime)
  return { x, y: modulo(slope * (a.x - x) - a.y, prime) }
}
