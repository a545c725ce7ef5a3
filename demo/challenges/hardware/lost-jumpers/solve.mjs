// @ts-check
import { readFileSync } from 'node:fs'

const sealed = Buffer.from(
  readFileSync(new URL('files/log.hex', import.meta.url), 'utf8').replaceAll('\n', ''),
  'hex',
)
const known = Buffer.from('HARBOUR LIGHT LOG\n')
/** @param {Uint8Array} bytes */
const bitsOf = (bytes) =>
  [...bytes].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((place) => (byte >> place) & 1))
const stream = bitsOf(known.map((byte, index) => byte ^ sealed[index]))

// Which of the 31 bits before add up to the next one? One equation for each bit that is known.
const length = 31
const equations = stream.slice(length).map((bit, at) => [...stream.slice(at, at + length), bit])
for (let column = 0; column < length; column++) {
  const pivot = equations.findIndex((row, index) => index >= column && row[column] === 1)
  ;[equations[column], equations[pivot]] = [equations[pivot], equations[column]]
  for (const [index, row] of equations.entries())
    if (index !== column && row[column] === 1)
      equations[index] = row.map((bit, at) => bit ^ equations[column][at])
}
const taps = equations.slice(0, length).map((row) => row[length])

while (stream.length < sealed.length * 8)
  stream.push(taps.reduce((sum, tap, at) => sum ^ (tap & stream[stream.length - length + at]), 0))
const bits = bitsOf(sealed).map((bit, at) => bit ^ stream[at])
const bytes =
  bits
    .join('')
    .match(/.{8}/g)
    ?.map((byte) => Number.parseInt(byte, 2)) ?? []
console.log(/flag\{\w+\}/.exec(Buffer.from(bytes).toString())?.[0])
