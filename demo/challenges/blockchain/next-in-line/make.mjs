// @ts-check
import { createHash } from 'node:crypto'
import { createRandom } from '../../../kit/random.mjs'
import { inverse, modulo, multiplyBase, order } from '../../../kit/secp256k1.mjs'

const payments = [
  { to: 'Net loft', coins: 14, memo: 'two new floats' },
  { to: 'Fuel barge', coins: 61, memo: 'April' },
  { to: 'Ice house', coins: 9, memo: 'three boxes' },
  { to: 'Chandler', coins: 35, memo: 'lanterns, again' },
]

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('next-in-line')
  const secret = modulo(random.bigint(256), order)
  const first = modulo(random.bigint(256), order)
  const signed = payments.map((payment, index) => {
    const k = first + BigInt(index)
    const z = BigInt(`0x${sha256(Buffer.from(JSON.stringify(payment))).toString('hex')}`)
    const r = modulo(multiplyBase(k)?.x ?? 0n, order)
    const s = modulo(inverse(k, order) * (z + r * secret), order)
    return { ...payment, z: hex(z), r: hex(r), s: hex(s) }
  })
  const point = multiplyBase(secret)
  const wallet = {
    curve: 'secp256k1',
    publicKey: { x: hex(point?.x ?? 0n), y: hex(point?.y ?? 0n) },
    payments: signed,
    note: seal('If you can read this, so can the fish: flag{one_more_is_not_random_enough}', secret),
  }
  return { 'files/wallet.json': `${JSON.stringify(wallet, null, 2)}\n` }
}

/** @param {string} text @param {bigint} secret */
function seal(text, secret) {
  let block = Buffer.from(hex(secret), 'hex')
  const sealed = Buffer.from(text)
  for (let at = 0; at < sealed.length; at++) {
    if (at % 32 === 0) block = sha256(block)
    sealed[at] ^= block[at % 32]
  }
  return sealed.toString('hex')
}

/** @param {Buffer} data */
function sha256(data) {
  return createHash('sha256').update(data).digest()
}

/** @param {bigint} value */
function hex(value) {
  return value.toString(16).padStart(64, '0')
}
