// @ts-check
import { readFileSync } from 'node:fs'
import { keccak256 } from '../../../kit/keccak.mjs'

/** @type {Record<string, string>} */
const storage = JSON.parse(readFileSync(new URL('files/storage.json', import.meta.url), 'utf8'))
/** @param {bigint} value */
const word = (value) => value.toString(16).padStart(64, '0')
/** @param {bigint} slot */
const read = (slot) => BigInt(storage[`0x${word(slot)}`])
/** @param {string} digits */
const hash = (digits) => BigInt(`0x${keccak256(Buffer.from(digits, 'hex')).toString('hex')}`)

// Slot 0 packs the first three variables, slot 1 has the berth, slot 2 is the mapping's.
const place = hash(word(read(1n)) + word(2n))
const length = Number((read(place) - 1n) / 2n)
const start = hash(word(place))
let text = ''
for (let at = 0; at < length; at += 32) text += word(read(start + BigInt(at / 32)))
console.log(Buffer.from(text, 'hex').subarray(0, length).toString())
