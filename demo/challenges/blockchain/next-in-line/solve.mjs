// @ts-check
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inverse, modulo, multiplyBase, order } from '../../../kit/secp256k1.mjs'

/** @type {{ publicKey: { x: string }, payments: { z: string, r: string, s: string }[], note: string }} */
const wallet = JSON.parse(readFileSync(new URL('files/wallet.json', import.meta.url), 'utf8'))
const [first, second] = wallet.payments.map(({ z, r, s }) => ({
  z: BigInt(`0x${z}`),
  r: BigInt(`0x${r}`),
  s: BigInt(`0x${s}`),
}))

// s₁k = z₁ + r₁d and s₂(k + 1) = z₂ + r₂d. Eliminate k.
const above = first.s * (second.z - second.s) - second.s * first.z
const below = second.s * first.r - first.s * second.r
const secret = modulo(above * inverse(below, order), order)
if (multiplyBase(secret)?.x !== BigInt(`0x${wallet.publicKey.x}`)) throw new Error('This is not the key')

let block = Buffer.from(secret.toString(16).padStart(64, '0'), 'hex')
const note = Buffer.from(wallet.note, 'hex').map((byte, at) => {
  if (at % 32 === 0) block = createHash('sha256').update(block).digest()
  return byte ^ block[at % 32]
})
console.log(/flag\{\w+\}/.exec(Buffer.from(note).toString())?.[0])
