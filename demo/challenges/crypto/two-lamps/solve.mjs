// @ts-check
import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('files/keys.txt', import.meta.url), 'utf8')
/** @param {string} name */
const numbers = (name) =>
  [...text.matchAll(new RegExp(`^${name} = (\\w+)$`, 'gm'))].map((found) => BigInt(found[1]))

/** @type {(a: bigint, b: bigint) => bigint} */
const commonDivisor = (a, b) => (b === 0n ? a : commonDivisor(b, a % b))

/** @type {(a: bigint, modulus: bigint) => bigint} */
const inverse = (a, modulus) => {
  let [old, rest, oldFactor, factor] = [a % modulus, modulus, 1n, 0n]
  while (rest > 0n) {
    const quotient = old / rest
    ;[old, rest] = [rest, old - quotient * rest]
    ;[oldFactor, factor] = [factor, oldFactor - quotient * factor]
  }
  return ((oldFactor % modulus) + modulus) % modulus
}

/** @type {(base: bigint, exponent: bigint, modulus: bigint) => bigint} */
const power = (base, exponent, modulus) => {
  if (exponent === 0n) return 1n
  const root = power(base, exponent / 2n, modulus)
  return (((root * root) % modulus) * (exponent % 2n === 1n ? base : 1n)) % modulus
}

const moduli = numbers('n')
const sealed = numbers('c')
const [exponent] = numbers('e')
const shared = commonDivisor(moduli[0], moduli[1])
const sentence = moduli
  .map((modulus, index) => {
    const secret = inverse(exponent, (shared - 1n) * (modulus / shared - 1n))
    return Buffer.from(power(sealed[index], secret, modulus).toString(16), 'hex').toString()
  })
  .join('')
console.log(/flag\{\w+\}/.exec(sentence)?.[0])
