// @ts-check
import { readFileSync } from 'node:fs'

const [first = new URL('files/01.txt', import.meta.url), ...others] = process.argv.slice(2)
for (const file of [first, ...others]) {
  // The trailing blanks of a line are a byte: a space is 0, a tab is 1.
  const bytes = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => /[ \t]*$/.exec(line)?.[0] ?? '')
    .filter((blank) => blank.length === 8)
    .map((blank) => Number.parseInt(blank.replaceAll(' ', '0').replaceAll('\t', '1'), 2))
  console.log(String.fromCharCode(...bytes))
}
