// @ts-check
import { startLoad } from './load.mjs'
import { omission, sum } from './results.mjs'
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
 * @typedef {object} Keeper  of what each file has shown so far
 * @property {() => string[]} left  the files of the next round; none: all have been repeated as often
 * @property {(runs: import('./run-suite.mjs').FileRun[]) => void} add
 *
 * @param {Suite} suite
 * @param {RunOptions & {
 *   times: number, say: (line: string) => void, firstSeed: number, keeper?: Keeper, isLate?: () => boolean
 * }} options  `isLate`: no other round begins
 * @returns {Promise<Result>}
 */
export async function repeatSuite(suite, { times, say, firstSeed, keeper, isLate, ...options }) {
  const endLoad = startLoad()
  /** @type {Result[]} */
  const results = []
  try {
    for (let round = 0; round < times; round++) {
      const files = keeper?.left() ?? options.files
      if (keeper && files?.length === 0) break
      if (isLate?.()) {
        results.push(omission(`the time is up: ${round} of ${times} rounds ran`))
        break
      }
      const seed = firstSeed + round
      say(`\n--- ${suite.name}: ${round + 1} of ${times}, seed ${seed}`)
      const result = await runSuite(suite, { ...options, ...(files && { files }), seed })
      results.push(withSeed(result, seed))
      if (result.failed > 0) for (const line of account(suite, options.root, seed)) say(line)
      const runs = filesOf(suite, options.root)
      // A fault of no file, such as a process that was left running, may be that of any.
      if (result.failed === 0 || runs.some(({ hasFailed }) => hasFailed)) keeper?.add(runs)
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
