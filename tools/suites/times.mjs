// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Seconds of each file, by suite; of a script as a whole, under its own name.
 *
 * @typedef {Record<string, Record<string, number>>} Times
 * @typedef {Record<string, Record<string, string>>} Repeats
 * @typedef {{ suite: string, file: string }} Piece
 */

const file = 'tests/times.json'

/** For files without a measurement. */
const unknownSeconds = 3

/**
 * @param {string} root
 * @returns {Times}
 */
export function readTimes(root) {
  return readKept(root).times
}

/**
 * @param {string} root
 * @returns {Repeats}
 */
export function readRepeats(root) {
  return readKept(root).repeats
}

/**
 * @param {string} root
 * @param {Times} measured
 */
export function keepTimes(root, measured) {
  const { times, repeats } = readKept(root)
  write(root, { times: { ...times, ...measured }, repeats })
}

/**
 * @param {string} root
 * @param {Repeats} repeats
 */
export function writeRepeats(root, repeats) {
  write(root, { ...readKept(root), repeats })
}

/**
 * @param {string} root
 * @returns {{ times: Times, repeats: Repeats }}
 */
function readKept(root) {
  try {
    const { repeats = {}, ...times } = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
    return { times, repeats }
  } catch {
    return { times: {}, repeats: {} }
  }
}

/**
 * @param {string} root
 * @param {{ times: Times, repeats: Repeats }} kept
 */
function write(root, { times, repeats }) {
  const all = {
    ...sortedDeeply(times),
    ...(Object.keys(repeats).length > 0 && { repeats: sortedDeeply(repeats) }),
  }
  writeFileSync(path.join(root, file), `${JSON.stringify(all, null, 2)}\n`)
}

/**
 * @template T
 * @param {Record<string, Record<string, T>>} record
 * @returns {Record<string, Record<string, T>>}
 */
function sortedDeeply(record) {
  const sorted = Object.entries(record).map(([suite, files]) => [suite, sortedByName(files)])
  return sortedByName(Object.fromEntries(sorted))
}

/**
 * @template T
 * @param {Record<string, T>} record
 * @returns {Record<string, T>}
 */
function sortedByName(record) {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => compare(a, b)))
}

/**
 * @param {Times} times
 * @param {string} suite
 * @returns {number} 0: nothing is known
 */
export function secondsOf(times, suite) {
  return Object.values(times[suite] ?? {}).reduce((sum, seconds) => sum + seconds, 0)
}

/**
 * The longest pieces go first, each to the run with the least to do. Every run computes the same result.
 *
 * @param {Piece[]} pieces
 * @param {Times} times
 * @param {{ index: number, count: number }} shard  `index` begins at 1
 * @returns {Piece[]}
 */
export function pieceOf(pieces, times, { index, count }) {
  const shards = Array.from({ length: count }, () => ({ seconds: 0, pieces: /** @type {Piece[]} */ ([]) }))
  const weighed = pieces
    .map((piece) => ({ piece, seconds: times[piece.suite]?.[piece.file] ?? unknownSeconds }))
    .toSorted((a, b) => b.seconds - a.seconds || compare(nameOf(a.piece), nameOf(b.piece)))
  for (const { piece, seconds } of weighed) {
    const least = shards.reduce((one, other) => (other.seconds < one.seconds ? other : one))
    least.seconds += seconds
    least.pieces.push(piece)
  }
  return shards[index - 1]?.pieces ?? []
}

/** @param {Piece} piece */
const nameOf = ({ suite, file: name }) => `${suite} ${name}`

/**
 * @param {string} a
 * @param {string} b
 */
const compare = (a, b) => (a < b ? -1 : Number(a > b))
