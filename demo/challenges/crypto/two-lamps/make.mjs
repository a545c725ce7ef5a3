// @ts-check
import { checkPrimeSync } from 'node:crypto'
import { createRandom } from '../../../kit/random.mjs'

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('two-lamps')
  const [wick, east, west] = [prime(random), prime(random), prime(random)]
  const sections = [
    section('EAST LIGHT', wick * east, 'Received on the east light: flag{what_two_lamps'),
    section('WEST LIGHT', wick * west, '_have_in_common} and good night from the west light.'),
  ]
  return { 'files/keys.txt': sections.join('\n') }
}

/** @param {string} light @param {bigint} modulus @param {string} text */
function section(light, modulus, text) {
  const message = BigInt(`0x${Buffer.from(text).toString('hex')}`)
  const lines = [
    `n = 0x${modulus.toString(16)}`,
    'e = 65537',
    `c = 0x${power(message, 65537n, modulus).toString(16)}`,
  ]
  return `${light}\n${lines.join('\n')}\n`
}

/** @param {import('../../../kit/random.mjs').Random} random */
function prime(random) {
  for (;;) {
    const number = random.bigint(512) | (3n << 510n) | 1n
    if (checkPrimeSync(number) && (number - 1n) % 65537n !== 0n) return number
  }
}

/** @param {bigint} base @param {bigint} exponent @param {bigint} modulus */
function power(base, exponent, modulus) {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return result
}
