// @ts-check
import { readFileSync } from 'node:fs'

const capture = readFileSync(new URL('files/buoy.pcap', import.meta.url))
/** @type {Map<number, string>} */
const chunks = new Map()
for (let at = 24; at < capture.length; at += 16 + capture.readUInt32LE(at + 8)) {
  // Ethernet 14, IP 20, UDP 8 and the head of the DNS message 12 bytes; then the name, label by label.
  const labels = []
  for (let label = at + 16 + 54; capture[label] > 0; label += 1 + capture[label])
    labels.push(capture.toString('latin1', label + 1, label + 1 + capture[label]))
  if (labels.slice(2).join('.') === 'b7.tidewatch.example') chunks.set(Number(labels[1]), labels[0])
}
const letters = [...chunks].toSorted(([a], [b]) => a - b).flatMap(([, chunk]) => [...chunk])
const bits = letters
  .map((letter) => 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(letter).toString(2).padStart(5, '0'))
  .join('')
const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
console.log(/flag\{\w+\}/.exec(Buffer.from(bytes).toString())?.[0])
