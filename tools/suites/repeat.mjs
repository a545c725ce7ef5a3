// @ts-check
import { startLoad } from './load.mjs'
import { sum } from './results.mjs'
import { filesOf, runSuite } from './run-suite.mjs'

/**
 * @typedef {import('./table.mjs').Suite} Suite
 * @typedef {import('./results.mjs').Result} Result
 * @typedef {import('./run-suite.mjs').RunOptions} RunOptions
 */

/**
 * One busy loop per core takes the processor. Reports of each failed run the seed and the order that repeat
 * it.
 *
 * @param {Suite} suite
 * @param {RunOptions & { times: number, say: (line: string) => void, firstSeed: number }} options
 * @returns {Promise<Result>}
 */
export async function repeatSuite(suite, { times, say, firstSeed, ...options }) {
  const endLoad = startLoad()
  /** @type {Result[]} */
  const results = []
  try {
    for (let round = 0; round < times; round++) {
      const seed = firstSeed + round
      say(`\n--- ${suite.name}: ${round + 1} of ${times}, seed ${seed}`)
      const result = await runSuite(suite, { ...options, seed })
      results.push(withSeed(result, seed))
      if (result.failed > 0) for (const line of account(suite, options.root, seed)) say(line)
    }
  } finally {
    endLoad()
  }
  return sum(results)
}

/**
 * @param {Result} result
 * @param {number} seed
 * @returns {Result}
 */
function withSeed(result, seed) {
  return { ...result, failures: result.failures.map((line) => `seed ${seed}: ${line}`) }
}

/**
 * @param {Suite} suite
 * @param {string} root
 * @param {number} seed
 * @returns {string[]}
 */
function account(suite, root, seed) {
  const files = filesOf(suite, root)
  const lines = files.flatMap(({ file, hasFailed }, place) => {
    const before = files.slice(0, place).map((one) => one.file)
    return hasFailed ? [`Failed with seed ${seed}: ${file}, after ${before.join(', ') || 'no other'}`] : []
  })
  return [
    ...lines,
    `Once more: npx vitest run --project ${suite.project} --sequence.shuffle.files --sequence.seed=${seed}`,
  ]
}
