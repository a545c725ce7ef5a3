// @ts-check
/** Shows that two builds speak the same wire: `record` walks each of them, `compare` tells what differs. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { compare } from './compare.mjs'
import { record } from './record.mjs'

const usage = `Use: node tools/wire/main.mjs record --build CHECKOUT --out FILE [--begun-by CHECKOUT [--killed]]
     node tools/wire/main.mjs compare FILE FILE

--begun-by: another build walks as far as the game is played; then the build takes over its data folder, and what it
finds there is compared, too. --killed: the other build ends as in a crash.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: 'string' },
    out: { type: 'string' },
    'begun-by': { type: 'string' },
    killed: { type: 'boolean', default: false },
  },
})
const [command, one, other] = positionals
if (command === 'record' && values.build && values.out) {
  const faults = await record({
    build: values.build,
    out: values.out,
    begunBy: values['begun-by'],
    isKilled: values.killed,
    say: console.error,
  })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
} else if (command === 'compare' && one && other) {
  const differences = compare(await readLines(one), await readLines(other))
  for (const line of differences) console.log(line)
  console.log(differences.length === 0 ? 'No difference.' : '')
  if (differences.length > 0) process.exitCode = 1
} else {
  console.error(usage)
  process.exitCode = 2
}

/**
 * @param {string} file
 * @returns {Promise<import('./compare.mjs').Line[]>}
 */
async function readLines(file) {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
