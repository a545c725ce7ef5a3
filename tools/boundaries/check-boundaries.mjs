// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from '../files.mjs'
import { readFile } from './arrows.mjs'
import { judge } from './judge.mjs'

/** @param {string} root @returns {{ files: number, faults: import('./judge.mjs').Fault[] }} */
export function checkBoundaries(root) {
  const files = ['packages', 'apps', 'tests', 'bench']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => filesIn(root, folder))
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .map((name) => readFile(name, readFileSync(path.join(root, name), 'utf8')))
  const faults = judge(files).toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
  return { files: files.length, faults }
}
