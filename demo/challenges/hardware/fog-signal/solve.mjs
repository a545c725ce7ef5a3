// @ts-check
import { readFileSync } from 'node:fs'

const [first = new URL('files/01.vcd', import.meta.url), ...others] = process.argv.slice(2)
for (const file of [first, ...others]) {
  let now = 0
  /** @type {{ at: number, level: number }[]} */
  const edges = []
  for (const line of readFileSync(file, 'utf8').split('$enddefinitions $end')[1].split('\n')) {
    if (line.startsWith('#')) now = Number(line.slice(1))
    if (line.endsWith('!')) edges.push({ at: now, level: Number(line[0]) })
  }
  const gaps = edges.slice(2).map(({ at }, index) => at - edges[index + 1].at)
  // The mean of all gaps of one bit, since a single one is rounded.
  const single = gaps.filter((gap) => gap < 1.5 * Math.min(...gaps))
  const bit = single.reduce((sum, gap) => sum + gap, 0) / single.length

  /** @param {number} time */
  const levelAt = (time) => edges.findLast(({ at }) => at <= time)?.level ?? 1
  let text = ''
  let busyUntil = 0
  for (const { at, level } of edges) {
    if (level === 1 || at < busyUntil) continue
    let byte = 0
    for (let place = 0; place < 8; place++) byte |= levelAt(at + (place + 1.5) * bit) << place
    text += String.fromCharCode(byte)
    busyUntil = at + 9.5 * bit
  }
  console.log(/flag\{\w+\}/.exec(text)?.[0])
}
