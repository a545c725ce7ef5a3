import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** Faults of a tree, as `file:line  text`. Names of files may be short: `server/x` is `apps/server/src/x`. */
export function check(files: Record<string, string>): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
  try {
    for (const [name, text] of Object.entries({ ...manifests, ...files })) {
      const file = path.join(root, longPath(name))
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    return checkBoundaries(root).faults.map(({ file, line, text }) => `${file}:${line}  ${text}`)
  } finally {
    rmSync(root, { recursive: true })
  }
}

export function longPath(name: string): string {
  return name
    .replace(/^(contract|rules|i18n)\//, 'packages/$1/src/')
    .replace(/^(server|web|tunnel)\//, 'apps/$1/src/')
}

/** A file that gives away a value and a type. */
export const anything = 'export const x = 1\nexport type X = string\n'
