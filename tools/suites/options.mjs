// @ts-check
import { suites } from './table.mjs'

/**
 * @typedef {import('./table.mjs').Suite} Suite
 *
 * @typedef {object} Options
 * @property {Suite[]} chosen
 * @property {number | null} minutes  what is not reached within them is left out; null: no limit
 * @property {{ index: number, count: number } | null} shard
 * @property {number | null} repeat  how often, in random order and under load
 * @property {string[]} patterns  parts of the paths of the files to run; all of them without
 * @property {boolean} keepTimes
 * @property {boolean} keepRepeats  repeats what the record lacks, and adds to it
 */

const usage = `Use: npm test -- [--only NAME] [--files PART] [--shard 1/3] [--repeat 20] [--keep-repeats] [--minutes 70] [--keep-times], where NAME is ${suites
  .map(({ name }) => name)
  .join(', ')}.`

/**
 * @param {string[]} args
 * @returns {Options | { fault: string }}
 */
export function readOptions(args) {
  /** @type {string[]} */
  const names = []
  /** @type {Omit<Options, 'chosen'>} */
  const options = {
    minutes: null,
    shard: null,
    repeat: null,
    patterns: [],
    keepTimes: false,
    keepRepeats: false,
  }
  let isOne = plain
  for (let index = 0; index < args.length; index++) {
    const [flag = '', given] = (args[index] ?? '').split('=')
    if (flag === '--all') isOne = (suite) => plain(suite) || suite.isBreadth === true
    else if (flag === '--long') isOne = ({ isLong }) => isLong === true
    else if (flag === '--keep-times') options.keepTimes = true
    else if (flag === '--keep-repeats') options.keepRepeats = true
    else {
      const value = given ?? args[++index] ?? ''
      if (!readValue(flag, value, options, names))
        return { fault: `${args.join(' ')} is not understood. ${usage}` }
    }
  }
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name))
  if (unknown !== undefined) return { fault: `There is no suite ${unknown}. ${usage}` }
  const chosen = suites.filter((suite) => (names.length === 0 ? isOne(suite) : names.includes(suite.name)))
  if (options.repeat !== null && chosen.some(({ project }) => !project))
    return { fault: `Name the suites to repeat; check is none. ${usage}` }
  if (options.keepTimes && (options.shard || options.repeat || options.patterns.length > 0))
    return { fault: `Times are kept of whole suites in a plain run. ${usage}` }
  if (options.keepRepeats && options.repeat === null) return { fault: `Say how often to repeat. ${usage}` }
  return { ...options, chosen }
}

/**
 * @param {string} flag
 * @param {string} value
 * @param {Omit<Options, 'chosen'>} options
 * @param {string[]} names
 * @returns {boolean} whether it is one
 */
function readValue(flag, value, options, names) {
  const number = /^[1-9]\d*$/.test(value) ? Number(value) : null
  const [, index, count] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? []).map(Number)
  if (flag === '--only' && value) names.push(...value.split(','))
  else if (flag === '--files' && value) options.patterns.push(...value.split(','))
  else if (flag === '--minutes' && number) options.minutes = number
  else if (flag === '--repeat' && number) options.repeat = number
  else if (flag === '--shard' && index && count && index <= count) options.shard = { index, count }
  else return false
  return true
}

/** @param {Suite} suite */
function plain({ isBreadth, isLong }) {
  return !isBreadth && !isLong
}
