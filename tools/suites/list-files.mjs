// @ts-check
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Suites that can't be split count as one piece.
 *
 * @param {import('./table.mjs').Suite[]} chosen
 * @param {string} root
 * @returns {import('./times.mjs').Piece[]}
 */
export function piecesOf(chosen, root) {
  return chosen.flatMap((suite) => {
    if (!suite.project || suite.related) return [{ suite: suite.name, file: suite.name }]
    return filesOf(suite, root)
  })
}

/**
 * @param {import('./table.mjs').Suite[]} chosen
 * @param {string} root
 * @param {string[]} patterns  parts of paths
 * @returns {import('./times.mjs').Piece[]}
 */
export function filesLike(chosen, root, patterns) {
  return chosen
    .flatMap((suite) => filesOf(suite, root))
    .filter(({ file }) => patterns.some((pattern) => file.includes(pattern)))
}

/**
 * @param {import('./table.mjs').Suite} suite
 * @param {string} root
 * @returns {import('./times.mjs').Piece[]}
 */
function filesOf({ name, project, env }, root) {
  if (!project) return []
  return filesOfProject(project, { ...process.env, ...env }, root).map((file) => ({ suite: name, file }))
}

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root
 * @returns {string[]}
 */
function filesOfProject(project, env, root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pennant-'))
  try {
    const list = path.join(folder, 'files.json')
    const args = ['list', '--filesOnly', `--json=${list}`, '--project', project]
    execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    /** @type {{ file: string }[]} */
    const files = JSON.parse(readFileSync(list, 'utf8'))
    if (files.length === 0) throw new Error(`The project ${project} has no test files`)
    return files.map(({ file }) => path.relative(root, file)).toSorted()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
