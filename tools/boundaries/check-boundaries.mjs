// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readFile } from './arrows.mjs'
import { judge } from './judge.mjs'

const skipped = /^(node_modules|dist|data|output|coverage|\..*)$/

/** @param {string} root @returns {{ files: number, faults: import('./judge.mjs').Fault[] }} */
export function checkBoundaries(root) {
  const files = ['packages', 'apps', 'tests', 'bench']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => sourcesIn(root, folder))
    .map((name) => readFile(name, readFileSync(path.join(root, name), 'utf8')))
  const faults = judge(files).toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
  return { files: files.length, faults }
}

/** @param {string} root @param {string} folder @returns {string[]} */
const sourcesIn = (root, folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : sourcesIn(root, name)
    return entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name) ? [name] : []
  })
