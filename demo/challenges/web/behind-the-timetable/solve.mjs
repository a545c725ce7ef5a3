// @ts-check
import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('files/timetable.html', import.meta.url), 'utf8')
const pieces = [...page.matchAll(/piece (\d) of 5: ([\w{}]+)/g)]
console.log(
  pieces
    .toSorted((a, b) => Number(a[1]) - Number(b[1]))
    .map((piece) => piece[2])
    .join(''),
)
