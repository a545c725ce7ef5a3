// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findWaits } from './find-waits.mjs'

const skipped = new Set(['node_modules', 'dist', 'data', 'output', 'coverage'])
const isTest = /^tests\/(?!ops\/).*\.tsx?$|\.(test|suite)\.tsx?$/

/**
 * Waits that tests can't do with, and those that only wait for a better test: it shrinks, and nothing is added.
 *
 * @param {string} root
 * @param {Readonly<Record<string, { waits: number, why: string }>>} exceptions by file
 * @returns {string[]} faults
 */
export function checkWaits(root, exceptions) {
  const found = new Map(
    testsIn(root, '').map((file) => [file, findWaits(file, readFileSync(path.join(root, file), 'utf8'))]),
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

/** @param {string} root @param {string} folder @returns {string[]} */
const testsIn = (root, folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory())
      return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : testsIn(root, name)
    return isTest.test(name) && !name.startsWith('tests/ops/') ? [name] : []
  })
