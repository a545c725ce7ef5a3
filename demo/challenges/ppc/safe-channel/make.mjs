// @ts-check
import { createRandom } from '../../../kit/random.mjs'

const [width, height] = [72, 48]
const flag = 'flag{slow_is_smooth_and_smooth_is_dry}'
const alphabet = [...'abcdefghijklmnopqrstuvwxyz_{}']

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('safe-channel')
  const minutes = Array.from({ length: width * height }, () => random.pick([1, 1, 2, 3, 4, 5, 7, 9, 9]))
  const way = onlyFastestWay(minutes)
  const room = way.length - flag.length
  const text = 'red_right_returning_'.repeat(9).slice(0, Math.ceil(room / 2)) + flag
  const signs = minutes.map(() => random.pick(alphabet))
  for (const [index, square] of way.entries()) signs[square] = text[index] ?? random.pick(alphabet)
  const rows = Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_square, x) => `${minutes[y * width + x]}${signs[y * width + x]}`).join(
      ' ',
    ),
  )
  return { 'files/chart.txt': `${rows.join('\n')}\n` }
}

/**
 * Slows down equally fast ways until one is left.
 *
 * @param {number[]} minutes
 */
function onlyFastestWay(minutes) {
  for (;;) {
    const last = minutes.length - 1
    const [fromStart, fromEnd] = [timesFrom(0, minutes), timesFrom(last, minutes)]
    /** @param {number} square */
    const isOnFastest = (square) => fromStart[square] + fromEnd[square] - minutes[square] === fromStart[last]
    const way = [0]
    while (way[way.length - 1] !== last) {
      const here = way[way.length - 1]
      const next = neighbors(here).find(
        (square) => isOnFastest(square) && fromStart[square] === fromStart[here] + minutes[square],
      )
      if (next === undefined) throw new Error('The way ends in the middle of the sound')
      way.push(next)
    }
    const rival = minutes.findIndex((_, square) => isOnFastest(square) && !way.includes(square))
    if (rival === -1) return way
    if (minutes[rival] === 9) throw new Error('A square of another way cannot be made slower')
    minutes[rival]++
  }
}

/**
 * @param {number} start
 * @param {number[]} minutes
 * @returns {number[]} how long it takes to get to each square, the minutes of the start included
 */
function timesFrom(start, minutes) {
  const times = minutes.map(() => Infinity)
  /** @type {number[][]} squares by the time at which they are reached */
  const waiting = []
  waiting[minutes[start]] = [start]
  for (let time = 0; time < waiting.length; time++)
    for (const here of waiting[time] ?? []) {
      if (times[here] <= time) continue
      times[here] = time
      for (const next of neighbors(here)) (waiting[time + minutes[next]] ??= []).push(next)
    }
  return times
}

/** @param {number} square */
function neighbors(square) {
  const x = square % width
  return [
    ...(x > 0 ? [square - 1] : []),
    ...(x < width - 1 ? [square + 1] : []),
    ...(square >= width ? [square - width] : []),
    ...(square < width * (height - 1) ? [square + width] : []),
  ]
}
