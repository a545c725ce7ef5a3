// @ts-check
import { readFileSync } from 'node:fs'
import { readText } from '../../../kit/pixel-font.mjs'
import { readPng } from '../../../kit/png.mjs'

const disk = readFileSync(new URL('files/floppy.img', import.meta.url))
const sector = disk.readUInt16LE(11)
const root = (disk.readUInt16LE(14) + disk[16] * disk.readUInt16LE(22)) * sector
const entries = disk.readUInt16LE(17)
const data = root + entries * 32

for (let entry = root; entry < data; entry += 32) {
  if (disk[entry] !== 0xe5) continue
  const start = data + (disk.readUInt16LE(entry + 26) - 2) * disk[13] * sector
  const chart = readPng(disk.subarray(start, start + disk.readUInt32LE(entry + 28)))
  console.log(readText(chart, { x: 20, y: 190, scale: 2, color: 3 }))
}
