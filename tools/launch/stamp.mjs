// @ts-check
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Stamps are inside `node_modules`, so that they disappear with that folder.
 *
 * @param {string} root
 * @param {'installed' | 'built'} name
 */
function stampFile(root, name) {
  return path.join(root, 'node_modules', '.pennant', `${name}.json`)
}

/**
 * @param {string} root
 * @param {'installed' | 'built'} name
 * @returns {Record<string, unknown> | undefined}
 */
export function readStamp(root, name) {
  try {
    return JSON.parse(readFileSync(stampFile(root, name), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string} root
 * @param {'installed' | 'built'} name
 * @param {Record<string, unknown>} content
 */
export function writeStamp(root, name, content) {
  const file = stampFile(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(content))
  renameSync(`${file}.${process.pid}`, file)
}

/**
 * @param {string} root
 * @param {'installed' | 'built'} name
 */
export function removeStamp(root, name) {
  rmSync(stampFile(root, name), { force: true })
}
