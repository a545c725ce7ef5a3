// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from '../files.mjs'
import { findWaits } from './find-waits.mjs'

const isTest = /^tests\/.*\.tsx?$|\.(test|suite)\.tsx?$/
/** What they start has a time of its own, and a day has to pass. */
const mayWait = /^tests\/(?:kills|ops|soak)\//

/**
 * The list of exceptions may only shrink.
 *
 * @param {string} root
 * @param {Readonly<Record<string, { waits: number, why: string }>>} exceptions by file
 * @returns {string[]} faults
 */
export function checkWaits(root, exceptions) {
  const found = new Map(
    filesIn(root)
      .filter((file) => isTest.test(file) && !mayWait.test(file))
      .map((file) => [file, findWaits(file, readFileSync(path.join(root, file), 'utf8'))]),
  )
  return [...new Set([...Object.keys(exceptions), ...found.keys()])].flatMap((file) => {
    const waits = found.get(file) ?? []
    const allowed = exceptions[file]?.waits ?? 0
    if (waits.length > allowed)
      return waits.map(({ line, text }) => `${file}:${line}  waits for real time: ${text}`)
    return waits.length < allowed
      ? [`${file}  has ${waits.length} waits: take the others off tools/waits/main.mjs`]
      : []
  })
}
