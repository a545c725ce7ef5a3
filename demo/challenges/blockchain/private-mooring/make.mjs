// @ts-check

import { keccak256 } from '../../../kit/keccak.mjs'
import { createRandom } from '../../../kit/random.mjs'

const berth = 23
const mapping = 2
const things = ['lantern', 'rope', 'rudder', 'compass', 'hatch', 'bollard', 'bell', 'chart', 'keel', 'ladder']
const virtues = ['promise', 'question', 'memory', 'habit', 'favour', 'rumour', 'courtesy', 'wager']
const others = ['star', 'door', 'rule', 'debt', 'coin', 'wall', 'crown', 'cure']

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('private-mooring')
  const answer = 'flag{a_lantern_is_a_promise_not_a_star}'
  const passwords = new Set([answer])
  while (passwords.size < 40)
    passwords.add(`flag{a_${random.pick(things)}_is_a_${random.pick(virtues)}_not_a_${random.pick(others)}}`)
  const rest = [...passwords].slice(1)
  const slots = new Map([
    [slot(0), `${'0'.repeat(6)}000000006a15f2c001${random.hex(40)}`],
    [slot(1), slot(berth)],
  ])
  for (let number = 1; number <= 40; number++) {
    const text = Buffer.from(number === berth ? answer : (rest.pop() ?? ''))
    const place = keccak256(Buffer.from(slot(number) + slot(mapping), 'hex'))
    slots.set(place.toString('hex'), slot(text.length * 2 + 1))
    const first = BigInt(`0x${keccak256(place).toString('hex')}`)
    for (let at = 0; at < text.length; at += 32) {
      const piece = text
        .subarray(at, at + 32)
        .toString('hex')
        .padEnd(64, '0')
      slots.set((first + BigInt(at / 32)).toString(16).padStart(64, '0'), piece)
    }
  }
  const rows = [...slots]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `  "0x${key}": "0x${value}"`)
  return { 'files/storage.json': `{\n${rows.join(',\n')}\n}\n` }
}

/** @param {number} value */
function slot(value) {
  return value.toString(16).padStart(64, '0')
}
