// @ts-check
import { readFileSync } from 'node:fs'

const chart = readFileSync(new URL('files/chart.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((row) => row.split(' ').map((square) => ({ minutes: Number(square[0]), sign: square[1], read: '' })))

// Squares by minute of arrival: minutes are few whole numbers, so no heap is needed.
/** @type {{ x: number, y: number, read: string }[][]} */
const arrivals = [[{ x: 0, y: 0, read: '' }]]
for (let minute = 0; minute < arrivals.length; minute++)
  for (const { x, y, read } of arrivals[minute] ?? []) {
    const square = chart[y][x]
    if (square.read !== '') continue
    square.read = read + square.sign
    for (const [nextX, nextY] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ]) {
      const next = chart[nextY]?.[nextX]
      if (next?.read === '')
        (arrivals[minute + next.minutes] ??= []).push({ x: nextX, y: nextY, read: square.read })
    }
  }
console.log(/flag\{\w+\}/.exec(chart.at(-1)?.at(-1)?.read ?? '')?.[0])
