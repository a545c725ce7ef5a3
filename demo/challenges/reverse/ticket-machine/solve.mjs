// @ts-check
import { readFileSync } from 'node:fs'

const ticket = readFileSync(new URL('files/ticket.wasm', import.meta.url))
// The table is the last section of the module, and the code's length is compared first.
const length = ticket[ticket.indexOf(Buffer.from([0x20, 0, 0x41])) + 3]
const table = ticket.subarray(ticket.length - 4 * length)

let wheel = 0x5eed
let code = ''
for (let place = 0; place < length; place++) {
  const goal = table.readInt32LE(place * 4)
  for (let letter = 32; letter < 127; letter++) {
    const product = Math.imul(wheel ^ letter, 0x01000193)
    if ((((product << 7) | (product >>> 25)) + place) >> 0 !== goal) continue
    code += String.fromCharCode(letter)
    break
  }
  wheel = goal
}

/** @type {{ instance: { exports: any } }} */
const { instance } = await WebAssembly.instantiate(ticket)
const { memory, check } = instance.exports
new Uint8Array(memory.buffer).set(Buffer.from(code))
if (check(code.length) === 1) console.log(code)
