import { describe, expect, it } from 'vitest'
import { check, longPath } from './fixture-tree.ts'

describe('Node, the process, time and chance', () => {
  it.each([
    [
      'node: in the contract',
      { 'contract/a.ts': `import { join } from 'node:path'` },
      'contract/a.ts → node:path',
    ],
    [
      'a bare built-in in the rules',
      { 'rules/a.ts': `import { createHash } from 'crypto'` },
      'rules/a.ts → node:crypto',
    ],
    ['Node types in the rules', { 'rules/a.ts': `/// <reference types="node" />` }, 'types="node"'],
    ['DOM types in the contract', { 'contract/a.ts': `/// <reference lib="dom" />` }, 'lib="dom"'],
    [
      'Node in the browser',
      { 'web/app/a.ts': `import { join } from 'node:path'` },
      'web/app/a.ts → node:path',
    ],
    [
      'a value of Node in a port',
      { 'server/ports/a.ts': `import { Readable } from 'node:stream'\nexport type S = Readable` },
      'types only',
    ],
    ['a port that holds a value', { 'server/ports/a.ts': `export const limit = 3` }, 'ports are types only'],
    [
      'a port that holds a class',
      { 'server/ports/a.ts': `export class Gone extends Error {}` },
      'ports are types only',
    ],
    ['Date.now in the rules', { 'rules/a.ts': 'export const now = Date.now()' }, 'Date.now in rules/a.ts'],
    [
      'Date.now handed on in the rules',
      { 'rules/a.ts': 'export const clock = { now: Date.now }' },
      'Date.now in rules/a.ts',
    ],
    [
      'Math.random in the rules',
      { 'rules/a.ts': 'export const dice = Math.random()' },
      'Math.random in rules/a.ts',
    ],
    [
      'new Date() in the rules',
      { 'rules/a.ts': 'export const now = new Date()' },
      'new Date() in rules/a.ts',
    ],
    [
      'process.env in a module',
      { 'server/modules/team/a.ts': 'export const home = process.env.HOME' },
      'process.env in server/modules/team/a.ts',
    ],
    [
      'process.argv in the configuration',
      { 'server/config/a.ts': 'export const all = process.argv' },
      'process.argv',
    ],
    [
      'process.exit in a job',
      { 'server/kit/a.ts': 'export const stop = () => process.exit(1)' },
      'process.exit',
    ],
    [
      'process behind globalThis',
      { 'server/kit/a.ts': 'export const home = globalThis.process.env' },
      'process.env',
    ],
    ['process behind a string', { 'server/kit/a.ts': `export const home = process['env']` }, 'process.env'],
    [
      'process handed on whole',
      { 'server/app.ts': 'export const { env } = process' },
      'process in server/app.ts',
    ],
    [
      'process as an import',
      { 'server/app.ts': `import { env } from 'node:process'\nexport const e = env` },
      'the process is seen in main.ts only',
    ],
    [
      'process in an adapter',
      { 'server/adapters/sql/a.ts': 'export const cwd = process.cwd()' },
      'process.cwd',
    ],
  ])('refuses %s', (_, files: Record<string, string>, expected) => {
    const faults = check(files)
    expect(faults.join('\n')).toContain(expected)
    expect(faults.every((fault) => fault.startsWith(longPath(Object.keys(files)[0] ?? '')))).toBe(true)
  })

  it('lets main, the tunnel, tests, benches and build configuration see the process', () => {
    const text = 'export const all = [process.env, process.argv]\n'
    const files = [
      'server/run.ts',
      'tunnel/cli.ts',
      'tests/kit/a.ts',
      'bench/a.ts',
      'rules/a.test.ts',
      'apps/web/vite.config.ts',
    ]
    expect(check(Object.fromEntries(files.map((file) => [file, text])))).toEqual([])
  })

  it('knows the global process from other things of that name', () => {
    const text = `
      type Work = { process(job: string): void; done: (process: number) => void }
      export function run(process: { env: string }) { return process.env }
      export const each = (work: Work, { process: other }: { process: string }) => work.process(other)
      export function children() { const process = spawn(); return process.exitCode }
      export const label = { process: 1 }
      export const shape = class { process() {} }
    `
    expect(check({ 'server/kit/a.ts': text })).toEqual([])
  })

  it('still sees the global process beside a local one', () => {
    const text = `export function one() { const process = 1; return process }\nexport const env = process.env\n`
    expect(check({ 'server/kit/a.ts': text })).toEqual([expect.stringContaining('a.ts:2  process.env')])
  })

  it('allows what the machine is, and signals to children', () => {
    const text =
      'export const root = () => process.getuid?.() === 0 && process.platform && process.kill(1, 0)'
    expect(check({ 'server/adapters/sql/a.ts': text })).toEqual([])
  })

  it('lets the rules make dates of given instants', () => {
    expect(
      check({
        'rules/a.ts': 'export const at = (ms: number) => new Date(ms).getTime() + Date.parse("2026")',
      }),
    ).toEqual([])
  })
})
