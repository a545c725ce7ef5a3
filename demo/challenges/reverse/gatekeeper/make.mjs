// @ts-check
import { variants } from '../../../kit/variant.mjs'

/** @returns {Record<string, string | Buffer>} */
export function make() {
  return variants(
    { slug: 'gatekeeper', words: 'walk_the_tumblers_back', extension: 'py' },
    (flag, random) => {
      const [rest, pull] = [random.between(1, 250), random.between(3, 249)]
      let state = rest
      const lock = [...Buffer.from(flag)].map(
        (letter, place) => (state = (state * pull + letter + place) % 251),
      )
      return `#!/usr/bin/env python3
REST = ${rest}
PULL = ${pull}
LOCK = [
${rows(lock)}
]


def tumblers(word):
    state = REST
    for place, letter in enumerate(word.encode()):
        state = (state * PULL + letter + place) % 251
        yield state


if list(tumblers(input("Word? "))) == LOCK:
    print("The gate swings open. That word is your flag.")
else:
    print("The gate does not move.")
`
    },
  )
}

/** @param {number[]} numbers */
function rows(numbers) {
  const lines = []
  for (let at = 0; at < numbers.length; at += 12) lines.push(`    ${numbers.slice(at, at + 12).join(', ')},`)
  return lines.join('\n')
}
