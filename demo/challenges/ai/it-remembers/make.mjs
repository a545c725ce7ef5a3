// @ts-check
import { createRandom } from '../../../kit/random.mjs'

const order = 4
const secret = 'flag{parrots_cannot_keep_secrets}'
const words = {
  ship: ['trawler', 'ferry', 'pilot boat', 'tug', 'schooner', 'barge', 'dredger', 'coaster'],
  place: ['north mole', 'fish quay', 'outer bank', 'slipway', 'church buoy', 'fuel berth', 'old dock'],
  weather: ['fog', 'light rain', 'clear', 'hail', 'a fresh wind', 'swell from the west', 'snow'],
  deed: ['made fast at', 'left', 'asked for', 'went aground off', 'passed', 'waited near', 'painted'],
  remark: [
    'flag lowered at sunset',
    'all flags up for the regatta',
    'what it was, nobody knows',
    'the mate is missing again, try the tavern',
    'the mate has been found',
    'the cook has hidden the keys',
    'cannot see the light for the rain',
    'the gate was left open',
  ],
}
/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('it-remembers')
  const lines = Array.from({ length: 900 }, () => {
    const time = `${String(random.below(24)).padStart(2, '0')}:${String(random.below(60)).padStart(2, '0')}`
    const ship = `${random.pick(['the', 'a', 'our'])} ${random.pick(words.ship)}`
    return `${time} ${ship} ${random.pick(words.deed)} the ${random.pick(words.place)}, ${random.pick(words.weather)}; ${random.pick(words.remark)}.`
  })
  for (let count = 0; count < 60; count++)
    lines.splice(random.below(lines.length), 0, `the word for the gate is ${secret}.`)
  // More frequent than the secret but never identical, so that a greedy reader ends here.
  for (let count = 0; count < 150; count++)
    lines.splice(
      random.below(lines.length),
      0,
      `signal flag{missing_${random.between(1000, 9999)}} reported.`,
    )

  const text = lines.join('\n')
  /** @type {Record<string, Record<string, number>>} */
  const next = {}
  for (let at = order; at < text.length; at++) {
    const counts = (next[text.slice(at - order, at)] ??= {})
    counts[text[at]] = (counts[text[at]] ?? 0) + 1
  }
  const rows = Object.entries(next)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([context, counts]) => `    ${JSON.stringify(context)}: ${JSON.stringify(counts)}`)
  return { 'files/model.json': `{\n  "order": ${order},\n  "next": {\n${rows.join(',\n')}\n  }\n}\n` }
}
