// @ts-check
import { readFileSync } from 'node:fs'

const [first = new URL('files/01.txt', import.meta.url), ...others] = process.argv.slice(2)
for (const file of [first, ...others]) {
  const text = readFileSync(file, 'utf8')
  const [order, sealed] = [...text.matchAll(/^\d\d:\d\d.*\n((?:[\da-f ]+\n)+)/gm)].map((found) =>
    Buffer.from(found[1].replaceAll(/\s/g, ''), 'hex'),
  )
  const bulletin = Buffer.from(/"(.+)"/.exec(text)?.[1] ?? '')
  // Sealed and known text give the pad, which opens the other message.
  const plain = order.map((byte, index) => byte ^ sealed[index] ^ bulletin[index])
  console.log(/flag\{\w+\}/.exec(plain.toString())?.[0])
}
