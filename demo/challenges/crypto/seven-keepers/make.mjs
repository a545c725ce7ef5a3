// @ts-check
import { createRandom } from '../../../kit/random.mjs'

const keepers = ['Anselm', 'Birgit', 'Cosmo', 'Delphine', 'Eskil', 'Farida', 'Goran']
const modulus = 2n ** 255n - 19n

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('seven-keepers')
  const word = BigInt(`0x${Buffer.from('flag{six_were_telling_truth}').toString('hex')}`)
  const terms = [word, random.bigint(254), random.bigint(254), random.bigint(254)]
  const rows = keepers.map((name, index) => {
    const x = BigInt(index + 1)
    const share = terms.reduceRight((sum, term) => (sum * x + term) % modulus, 0n)
    const told = name === 'Eskil' ? share ^ (0xbadn << 100n) : share
    return `${x}  ${name.padEnd(8)}  ${told.toString(16).padStart(64, '0')}`
  })
  return { 'files/shares.txt': `x  keeper    f(x)\n${rows.join('\n')}\n` }
}
