// @ts-check
/** Shows that two builds speak the same wire: `compare` tells what differs between two recordings. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { compare } from './compare.mjs'

const usage = 'Use: node tools/wire/main.mjs compare FILE FILE'

const { positionals } = parseArgs({ allowPositionals: true })
const [command, one, other] = positionals
if (command === 'compare' && one && other) {
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
