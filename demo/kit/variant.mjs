// @ts-check
import { createRandom } from './random.mjs'

/** More than the event has teams. */
const count = 80

/**
 * `flags.json` tells which variant has which flag.
 *
 * @param {{ slug: string, words: string, extension: string }} what
 * @param {(flag: string, random: import('./random.mjs').Random) => string | Buffer} draw one variant
 * @returns {Record<string, string | Buffer>}
 */
export function variants({ slug, words, extension }, draw) {
  /** @type {Record<string, string | Buffer>} */
  const files = {}
  const rows = Array.from({ length: count }, (_, index) => {
    const random = createRandom(`${slug} ${index}`)
    const flag = `flag{${words}_${random.hex(8)}}`
    const file = `${String(index + 1).padStart(2, '0')}.${extension}`
    files[`files/${file}`] = draw(flag, random)
    return `  { "flag": "${flag}", "file": "${file}" }`
  })
  files['flags.json'] = `[\n${rows.join(',\n')}\n]\n`
  return files
}
