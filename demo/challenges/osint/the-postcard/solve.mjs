// @ts-check
import { readFileSync } from 'node:fs'
import { readPng } from '../../../kit/png.mjs'
import { readZip } from '../../../kit/zip.mjs'

const files = readZip(readFileSync(new URL('files/postcard.zip', import.meta.url)))
/** @param {string} name */
const table = (name) =>
  String(files[name])
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

// Counts changes from white to red down the tower. The roof is red as well.
const front = readPng(files['front.png'])
const column = Array.from({ length: front.height }, (_, y) => front.at(236, y))
const bands = column.filter((color, y) => color === 13 && column[y - 1] === 12).length

const tower = table('lights.csv').filter(
  ([, rhythm, look]) => rhythm === 'Fl(3) W 15s' && look.includes(`${bands} red bands`),
)
const calm = table('lights.csv').filter(([, rhythm]) => rhythm === 'Iso R 4s')
/** @param {string} inSight @param {string[][]} lights */
const sees = (inSight, lights) => lights.some(([name]) => inSight.split('; ').includes(name))

const answers = table('villages.csv').flatMap(([village, inSight, marketDay, later]) => {
  if (!sees(inSight, tower) || !sees(inSight, calm)) return []
  return table('tides.csv').flatMap(([date, time]) => {
    const lowWater = new Date(Date.parse(`${date}T${time}:00Z`) + Number(later) * 60_000)
    const weekday = lowWater.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    if (weekday !== marketDay || lowWater.getUTCHours() >= 12) return []
    return table('ferries.csv')
      .filter(([port, , arrives]) => port === village && arrives === lowWater.toISOString().slice(11, 16))
      .map(([, ferry]) => `${village} ${ferry} ${lowWater.toISOString().slice(0, 10)}`)
  })
})
for (const answer of answers) console.log(`flag{${answer.toLowerCase().replaceAll(/[ -]/g, '_')}}`)
