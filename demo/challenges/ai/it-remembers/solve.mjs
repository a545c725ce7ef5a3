// @ts-check
import { readFileSync } from 'node:fs'

/** @type {{ order: number, next: Record<string, Record<string, number>> }} */
const { order, next } = JSON.parse(readFileSync(new URL('files/model.json', import.meta.url), 'utf8'))

let beams = [{ text: 'flag{', score: 0 }]
/** @type {typeof beams} */
const finished = []
for (let step = 0; step < 60; step++) {
  const longer = beams.flatMap(({ text, score }) => {
    const counts = Object.entries(next[text.slice(-order)] ?? {})
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    return counts.map(([letter, count]) => ({ text: text + letter, score: score + Math.log(count / total) }))
  })
  finished.push(...longer.filter(({ text }) => text.endsWith('}')))
  beams = longer
    .filter(({ text }) => /^flag\{\w*$/.test(text))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 50)
}
console.log(finished.toSorted((a, b) => b.score - a.score)[0]?.text)
