// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { readStamp, removeStamp, writeStamp } from './stamp.mjs'

const results = ['apps/server/dist/main.js', 'apps/web/dist/index.html']
const skippedFolders = new Set(['node_modules', 'dist', 'coverage', '.vite'])
const skippedFiles = /^\.DS_Store$|^\.#|~$|\.sw[a-p]$|\.tsbuildinfo$/

/**
 * `look` (names, sizes and times) is quick; `content` decides when the look has changed, for instance in a
 * copy of a built clone.
 *
 * @typedef {{ look: string, content: () => string }} Sources
 */

/**
 * @param {string} root
 * @returns {boolean}
 */
export function isBuilt(root) {
  const stamp = readStamp(root, 'built')
  if (!stamp || !hasResults(root)) return false
  const sources = readSources(root)
  if (stamp['look'] === sources.look) return true
  if (stamp['content'] !== sources.content()) return false
  try {
    rememberBuild(root, { look: sources.look, content: sources.content() })
  } catch {
    // A read-only clone is read in full at every start.
  }
  return true
}

/** @param {string} root */
export function hasResults(root) {
  return results.every((file) => existsSync(path.join(root, file)))
}

/**
 * @param {string} root
 * @param {{ look: string, content: string }} sources  taken before the build: what changes meanwhile is built next
 */
export function rememberBuild(root, sources) {
  writeStamp(root, 'built', sources)
}

/** @param {string} root */
export function forgetBuild(root) {
  removeStamp(root, 'built')
}

/**
 * @param {string} root
 * @returns {Sources}
 */
export function readSources(root) {
  const files = [
    ...readdirSync(root).filter((name) => name === 'package.json' || /^tsconfig.*\.json$/.test(name)),
    'package-lock.json',
    ...listFiles(root, 'packages'),
    ...listFiles(root, 'apps'),
    // The client includes the sample game.
    ...listFiles(root, 'demo'),
  ]
  return { look: lookOf(root, files), content: () => contentOf(root, files) }
}

/**
 * @param {string} root
 * @returns {string}
 */
export function serverFingerprint(root) {
  const folders = [
    ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
    'apps/server',
  ]
  const files = folders
    .map((folder) => `${folder}/dist`)
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => listFiles(root, folder))
  return lookOf(
    root,
    files.filter((file) => /\.(js|json)$/.test(file)),
  )
}

/**
 * @param {string} root
 * @param {string[]} files
 */
function lookOf(root, files) {
  const look = createHash('sha256')
  for (const file of files.toSorted()) {
    const stat = statSync(path.join(root, file), { bigint: true, throwIfNoEntry: false })
    look.update(`${file}\0${stat?.size}\0${stat?.mtimeNs}\n`)
  }
  return look.digest('hex')
}

/**
 * @param {string} root
 * @param {string[]} files
 */
function contentOf(root, files) {
  const content = createHash('sha256')
  for (const file of files.toSorted()) {
    const bytes = readFileSync(path.join(root, file))
    content.update(`${file}\0${bytes.length}\n`).update(bytes)
  }
  return content.digest('hex')
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(root, name)
    return entry.isFile() && !skippedFiles.test(entry.name) ? [name] : []
  })
}
