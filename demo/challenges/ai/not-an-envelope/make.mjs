// @ts-check
import { createRandom } from '../../../kit/random.mjs'

const size = 40
const flag = 'flag{vectors_can_be_read_backwards}'

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('not-an-envelope')
  const number = () => (random.below(2001) - 1000) / 1000
  const layers = Array.from({ length: 3 }, () => ({
    weights: Array.from({ length: size }, () => Array.from({ length: size }, number)),
    bias: Array.from({ length: size }, number),
  }))
  let vector = Array.from({ length: size }, (_, place) => (flag.charCodeAt(place) || 0) / 128)
  for (const { weights, bias } of layers)
    vector = weights.map((row, index) => {
      const sum = row.reduce((total, weight, place) => total + weight * vector[place], bias[index])
      return sum < 0 ? sum * 0.1 : sum
    })

  const parts = layers.map(({ weights, bias }) => {
    const rows = weights.map((row) => `        ${JSON.stringify(row)}`)
    return `    {\n      "bias": ${JSON.stringify(bias)},\n      "weights": [\n${rows.join(',\n')}\n      ]\n    }`
  })
  return {
    'files/network.json': `{\n  "layers": [\n${parts.join(',\n')}\n  ],\n  "complaint": ${JSON.stringify(vector)}\n}\n`,
  }
}
