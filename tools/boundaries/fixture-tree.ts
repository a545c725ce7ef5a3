import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkBoundaries } from './check-boundaries.mjs'

const manifests = Object.fromEntries(
  ['contract', 'rules', 'i18n'].map((name) => [
    `packages/${name}/package.json`,
    JSON.stringify({
      name: `@pennant/${name}`,
      exports: { './*': { source: './src/*.ts', types: './dist/*.d.ts', default: './dist/*.js' } },
    }),
  ]),
)

/** `file:line  text`, where `server/x` is short for `apps/server/src/x`. */
export function check(files: Record<string, string>): string[] {
  return inTree({ ...manifests, ...files }, (root) =>
    checkBoundaries(root).faults.map(({ file, line, text }) => `${file}:${line}  ${text}`),
  )
}

const repository = path.join(import.meta.dirname, '../..')
const ofLayout = /\((no-cycle|no-restricted-\w+|triple-slash-reference)\)\]$/

export function lint(files: Record<string, string>): string[] {
  // Types would need a compiler project, and none of these rules uses them.
  const config = readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8').replace(
    '"typeAware": true',
    '"typeAware": false',
  )
  const oxlint = path.join(repository, 'node_modules/oxlint/bin/oxlint')
  return inTree({ ...files, '.oxlintrc.json': config }, (cwd) => {
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format=unix'], {
      cwd,
      encoding: 'utf8',
    })
    if (!/\d+ problems?/.test(stdout)) throw new Error(`oxlint did not run: ${stdout}${stderr}`)
    return stdout
      .split('\n')
      .filter((line) => ofLayout.test(line))
      .toSorted()
  })
}

function inTree<T>(files: Record<string, string>, look: (root: string) => T): T {
  const root = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(root, longPath(name))
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    return look(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

export function longPath(name: string): string {
  return name
    .replace(/^(contract|rules|i18n)\//, 'packages/$1/src/')
    .replace(/^(server|web|tunnel)\//, 'apps/$1/src/')
}

export const anything = 'export const x = 1\nexport type X = string\n'
