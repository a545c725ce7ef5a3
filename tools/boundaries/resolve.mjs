// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'

/**
 * @typedef {{ name: string, folder: string, exports: Record<string, unknown> }} Workspace
 *
 * @typedef {{ kind: 'file', path: string }
 *   | { kind: 'node', name: string }
 *   | { kind: 'vendor', name: string }
 *   | { kind: 'unknown', why: string }} Target a file's path is relative to the root, whether it exists or not
 */

/**
 * @param {string} root
 * @returns {Workspace[]}
 */
export function readWorkspaces(root) {
  /** @type {Workspace[]} */
  const found = []
  for (const parent of ['packages', 'apps']) {
    const folders = existsSync(path.join(root, parent)) ? readdirSync(path.join(root, parent)) : []
    for (const folder of folders.map((name) => `${parent}/${name}`)) {
      const manifest = path.join(root, folder, 'package.json')
      if (!existsSync(manifest)) continue
      const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
      found.push({ name, folder, exports: typeof exports === 'string' ? { '.': exports } : exports })
    }
  }
  return found
}

/**
 * @param {string} root
 * @param {Workspace[]} workspaces
 * @returns {(from: string, specifier: string, partial?: boolean) => Target}
 */
export function resolver(root, workspaces) {
  const own = new Map(workspaces.map((workspace) => [workspace.name, workspace]))
  /** @type {Map<string, string>} */
  const known = new Map()
  /** @param {string} file */
  const onDisk = (file) => {
    const seen = known.get(file) ?? findFile(root, file)
    known.set(file, seen)
    return seen
  }

  return (from, written, partial = false) => {
    const specifier = partial ? written : written.replace(/\?[^?]*$/, '')
    if (/^\.{1,2}(\/|$)/.test(specifier)) {
      const joined = path.posix.join(path.posix.dirname(from), specifier)
      return { kind: 'file', path: partial ? joined.replace(/\/$/, '') : onDisk(joined) }
    }
    if (partial)
      return {
        kind: 'unknown',
        why: 'a computed name cannot be checked: begin it with a fixed relative path',
      }
    if (isBuiltin(specifier)) return { kind: 'node', name: specifier.replace(/^node:/, '') }
    const name = /^(@[a-z0-9~_.-]+\/)?[a-z0-9~_-][a-z0-9~_.-]*/i.exec(specifier)?.[0]
    if (!name || (specifier !== name && specifier[name.length] !== '/')) {
      return { kind: 'unknown', why: 'neither a package nor a relative path: aliases hide arrows' }
    }
    const workspace = own.get(name)
    if (!workspace) return { kind: 'vendor', name }
    return { kind: 'file', path: onDisk(exported(workspace, specifier.slice(name.length + 1))) }
  }
}

/**
 * @param {Workspace} workspace
 * @param {string} subpath
 * @returns {string} the source file that `@pennant/x/subpath` stands for
 */
function exported(workspace, subpath) {
  const asked = subpath === '' ? '.' : `./${subpath}`
  const mostExactFirst = Object.entries(workspace.exports).toSorted(([a], [b]) => b.length - a.length)
  for (const [key, value] of mostExactFirst) {
    const [before = '', after] = key.split('*')
    const fits = after === undefined ? key === asked : asked.startsWith(before) && asked.endsWith(after)
    const target = fits ? firstTarget(value) : undefined
    if (!target) continue
    const star = after === undefined ? '' : asked.slice(before.length, asked.length - after.length)
    const source = target.replaceAll('*', star).replace(/^\.\/dist\/(.*?)(\.d\.ts|\.js)$/, './src/$1.ts')
    return path.posix.join(workspace.folder, source)
  }
  return path.posix.join(workspace.folder, 'src', subpath)
}

/**
 * @param {unknown} value
 * @returns {string | undefined}
 */
function firstTarget(value) {
  if (typeof value === 'string') return value
  if (!value || typeof value !== 'object') return undefined
  const conditions = /** @type {Record<string, unknown>} */ (value)
  return firstTarget(
    conditions['source'] ?? conditions['types'] ?? conditions['default'] ?? Object.values(conditions)[0],
  )
}

/**
 * @param {string} root
 * @param {string} file
 */
function findFile(root, file) {
  const bare = file.replace(/\.[cm]?jsx?$/, '')
  const candidates = [
    file,
    `${bare}.ts`,
    `${bare}.tsx`,
    `${file}.ts`,
    `${file}.tsx`,
    `${file}/index.ts`,
    `${file}/index.tsx`,
  ]
  return candidates.find((one) => isFile(path.join(root, one))) ?? file
}

/** @param {string} file */
function isFile(file) {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
