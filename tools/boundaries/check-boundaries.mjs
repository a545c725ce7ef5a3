// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findCircles } from './circles.mjs'
import { judgeFile, judgeVendorHomes, rowOf } from './judge.mjs'
import { covered, shortPath } from './patterns.mjs'
import { readSource } from './read-source.mjs'
import { readWorkspaces, resolver } from './resolve.mjs'
import { table } from './table.mjs'

/**
 * @typedef {import('./judge.mjs').Fault} Fault
 * @typedef {import('./judge.mjs').File} File
 */

const sourceFile = /\.[cm]?[jt]sx?$/
const skipped = new Set(['node_modules', 'dist', 'data', 'output', 'coverage'])

/**
 * @param {string} root
 * @returns {{ files: number, faults: Fault[] }}
 */
export function checkBoundaries(root) {
  const resolve = resolver(root, readWorkspaces(root))
  const files = ['packages', 'apps', 'tests', 'bench']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => listSources(root, folder))
    .map((name) => readFile(root, name, resolve))

  const faults = [
    ...files.flatMap((file) => judgeFile(file, table)),
    ...judgeVendorHomes(files, table),
    ...findCircles(graphOf(files)).map(circleFault),
  ]
  return {
    files: files.length,
    faults: faults.toSorted((a, b) => compare(a.file, b.file) || a.line - b.line),
  }
}

/**
 * @param {string} root
 * @param {string} name
 * @param {ReturnType<typeof resolver>} resolve
 * @returns {File}
 */
function readFile(root, name, resolve) {
  const short = shortPath(name)
  const tree =
    Boolean(rowOf(short, table)?.typesOnly) || table.pure.some((pattern) => covered(pattern, short))
  const source = readSource(name, readFileSync(path.join(root, name), 'utf8'), { tree })
  const arrows = source.arrows.map((arrow) => ({
    ...arrow,
    target: resolve(name, arrow.specifier, arrow.partial),
  }))
  return { path: name, source, arrows }
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : listSources(root, name)
    return entry.isFile() && sourceFile.test(entry.name) ? [name] : []
  })
}

/**
 * @param {File[]} files
 * @returns {import('./circles.mjs').Graph}
 */
function graphOf(files) {
  const names = new Set(files.map((file) => file.path))
  return new Map(
    files.map((file) => [
      file.path,
      file.arrows.flatMap(({ target, line }) =>
        target.kind === 'file' && names.has(target.path) ? [{ to: target.path, line }] : [],
      ),
    ]),
  )
}

/**
 * @param {import('./circles.mjs').Circle} circle
 * @returns {Fault}
 */
function circleFault({ path: names, line, tangled }) {
  const [first = ''] = names
  const more = tangled > names.length ? `; ${tangled} files hang together` : ''
  return { file: first, line, text: `circle: ${[...names, first].map(shortPath).join(' → ')}${more}` }
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
