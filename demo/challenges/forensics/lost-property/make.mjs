// @ts-check

import { drawText } from '../../../kit/pixel-font.mjs'
import { canvas, writePng } from '../../../kit/png.mjs'
import { createRandom } from '../../../kit/random.mjs'

const sector = 512
const [firstFat, fats, fatSectors, rootEntries, sectors] = [1, 2, 1, 64, 320]
const firstRoot = firstFat + fats * fatSectors
const firstData = firstRoot + (rootEntries * 32) / sector

const files = [
  {
    name: 'README  TXT',
    data: Buffer.from(
      'This disk belongs to the lost-property office.\r\nIf you find it, it is probably lost.\r\n\r\nDo not lend to Otto.\r\n',
    ),
  },
  {
    name: 'LUNCH   TXT',
    data: Buffer.from(
      'Mon  fish soup\r\nTue  fish pie\r\nWed  soup of the pie\r\nThu  pancakes (bring own jam)\r\nFri  fish, as it is\r\n',
    ),
  },
  { name: '\u00e5HART   PNG', data: chart() },
  {
    name: 'OTTO    TXT',
    data: Buffer.from('Otto owes: 1 umbrella, 2 lunches, 1 disk.\r\nOtto says: what disk?\r\n'),
  },
]

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const disk = Buffer.alloc(sectors * sector)
  Buffer.from('eb3c90', 'hex').copy(disk)
  disk.write('HARBOUR ', 3, 'latin1')
  disk.writeUInt16LE(sector, 11)
  disk[13] = 1
  disk.writeUInt16LE(firstFat, 14)
  disk[16] = fats
  disk.writeUInt16LE(rootEntries, 17)
  disk.writeUInt16LE(sectors, 19)
  disk[21] = 0xfe
  disk.writeUInt16LE(fatSectors, 22)
  disk.writeUInt16LE(8, 24)
  disk.writeUInt16LE(1, 26)
  disk[38] = 0x29
  disk.writeUInt32LE(0x0770_1997, 39)
  disk.write('LUNCH      FAT12   ', 43, 'latin1')
  disk.writeUInt16LE(0xaa55, 510)

  const table = [0xffe, 0xfff]
  let cluster = 2
  for (const [index, { name, data }] of files.entries()) {
    const length = Math.ceil(data.length / sector)
    const entry = firstRoot * sector + index * 32
    disk.write(name, entry, 'latin1')
    disk[entry + 11] = 0x20
    disk.writeUInt16LE((11 << 11) | (40 << 5), entry + 22)
    disk.writeUInt16LE(((1997 - 1980) << 9) | (5 << 5) | (12 + index), entry + 24)
    disk.writeUInt16LE(cluster, entry + 26)
    disk.writeUInt32LE(data.length, entry + 28)
    data.copy(disk, (firstData + cluster - 2) * sector)
    const deleted = name.startsWith('\u00e5')
    for (let step = 1; step <= length; step++, cluster++)
      table[cluster] = deleted ? 0 : step === length ? 0xfff : cluster + 1
  }
  for (let copy = 0; copy < fats; copy++)
    for (const [index, next] of table.entries()) {
      const at = (firstFat + copy * fatSectors) * sector + Math.floor(index * 1.5)
      const word = disk.readUInt16LE(at)
      disk.writeUInt16LE(index % 2 ? (word & 0x000f) | (next << 4) : (word & 0xf000) | next, at)
    }
  return { 'files/floppy.img': disk }
}

function chart() {
  const random = createRandom('lost-property')
  const picture = canvas(400, 220)
  picture.fill(0, 0, 400, 220, 1)
  for (let x = 0, shore = 64; x < 400; x++) {
    shore = Math.max(34, Math.min(92, shore + random.between(-2, 2)))
    picture.fill(x, 0, 1, shore, 2)
    picture.fill(x, shore, 1, 2, 3)
    picture.fill(x, shore + 9 + (x % 3), 1, 1, 4)
    picture.fill(x, shore + 24, 1, x % 4 < 2 ? 1 : 0, 4)
  }
  for (let count = 0; count < 46; count++)
    drawText(picture, String(random.between(2, 48)), {
      x: random.between(6, 380),
      y: random.between(112, 168),
      scale: 1,
      color: 4,
    })
  for (let reach = 0; reach < 18; reach++) {
    const half = Math.floor((18 - reach) / 5)
    picture.fill(340 - half, 36 - reach, half * 2 + 1, 1, 3)
    picture.fill(340 - half, 36 + reach, half * 2 + 1, 1, 3)
    picture.fill(340 - reach, 36 - half, 1, half * 2 + 1, 3)
    picture.fill(340 + reach, 36 - half, 1, half * 2 + 1, 3)
  }
  picture.fill(12, 184, 376, 26, 0)
  drawText(picture, 'flag{free_does_not_mean_empty}', { x: 20, y: 190, scale: 2, color: 3 })
  return writePng(picture, ['fdf6e3', 'd7e8e6', 'ead9b0', '1f3a44', '7fa3a8'])
}
