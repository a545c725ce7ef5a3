import { beforeAll, describe, expect, it } from 'vitest'
import { check, lint, longPath } from './fixture-tree.ts'

describe('Node, values, and the time', () => {
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
    [
      'new Date() in the rules',
      { 'rules/a.ts': 'export const now = new Date()' },
      'new Date(): time comes in',
    ],
  ])('refuses %s', (_, files: Record<string, string>, expected) => {
    const faults = check(files)
    expect(faults.join('\n')).toContain(expected)
    expect(faults.every((fault) => fault.startsWith(longPath(Object.keys(files)[0] ?? '')))).toBe(true)
  })

  it('lets the rules make dates of given instants', () => {
    const text = 'export const at = (ms: number) => new Date(ms).getTime() + Date.parse("2026")'
    expect(check({ 'rules/a.ts': text })).toEqual([])
  })
})

const refused: readonly (readonly [what: string, file: string, text: string, rule: string])[] = [
  ['Node types in the rules', 'rules/0.ts', `/// <reference types="node" />`, 'triple-slash-reference'],
  ['DOM types in the contract', 'contract/1.ts', `/// <reference lib="dom" />`, 'triple-slash-reference'],
  ['Date.now in the rules', 'rules/2.ts', 'export const now = Date.now()', 'no-restricted-properties'],
  [
    'Date.now handed on in the rules',
    'rules/3.ts',
    'export const clock = { now: Date.now }',
    'no-restricted-properties',
  ],
  ['Math.random in the rules', 'rules/4.ts', 'export const dice = Math.random()', 'no-restricted-properties'],
  [
    'process.env in a module',
    'server/modules/team/5.ts',
    'export const home = process.env.HOME',
    'no-restricted-globals',
  ],
  [
    'process.argv in the configuration',
    'server/config/6.ts',
    'export const all = process.argv',
    'no-restricted-globals',
  ],
  [
    'process.exit in a job',
    'server/kit/7.ts',
    'export const stop = () => process.exit(1)',
    'no-restricted-globals',
  ],
  [
    'process behind globalThis',
    'server/kit/8.ts',
    'export const home = globalThis.process.env',
    'no-restricted-globals',
  ],
  [
    'process behind a string',
    'server/kit/9.ts',
    `export const home = process['env']`,
    'no-restricted-globals',
  ],
  ['process handed on whole', 'server/app/10.ts', 'export const { env } = process', 'no-restricted-globals'],
  [
    'process as an import',
    'server/app/11.ts',
    `import { env } from 'node:process'\nexport const e = env`,
    'no-restricted-imports',
  ],
  [
    'process in an adapter',
    'server/adapters/sql/12.ts',
    'export const cwd = process.cwd()',
    'no-restricted-globals',
  ],
  ['process handed on', 'server/live/whole.ts', 'run(process)', 'no-restricted-globals'],
  [
    'process by another name of the world',
    'web/app/global.ts',
    'run(global.process.env)',
    'no-restricted-globals',
  ],
  [
    'Date.now behind globalThis',
    'rules/global.ts',
    'export const now = globalThis.Date.now()',
    'no-restricted-properties',
  ],
  [
    'more of the process where some of it is allowed',
    'server/app/app.ts',
    'export const { env } = process',
    'no-restricted-properties',
  ],
]

const allowed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'server/run.ts',
      'tunnel/cli.ts',
      'tests/kit/a.ts',
      'bench/a.ts',
      'rules/a.test.ts',
      'apps/web/vite.config.ts',
    ].map((file) => [file, 'export const all = [process.env, process.argv]']),
  ),
  // Properties of the machine, and signals to children.
  'server/adapters/sql/embedded/account.ts':
    'export const root = () => process.geteuid?.() === 0 && process.platform && process.kill(1, 0)',
  // Other things with that name.
  'server/kit/other.ts': `
    type Work = { process(job: string): void; done: (process: number) => void }
    export function run(process: { env: string }) { return process.env }
    export const each = (work: Work, { process: other }: { process: string }) => work.process(other)
    export function children() { const process = spawn(); return process.exitCode }
    export const label = { process: 1 }
    export const shape = class { process() {} }
  `,
}

describe('the process, time, and chance', () => {
  let faults: string[]
  beforeAll(() => {
    faults = lint({
      ...Object.fromEntries(refused.map(([, file, text]) => [file, text])),
      ...allowed,
      'server/kit/beside.ts': `export function one() { const process = 1; return process }\nexport const env = process.env`,
    })
  })

  it.each(refused)('are refused: %s', (_what, file, _text, rule) => {
    expect(faults).toContainEqual(expect.stringMatching(`^${longPath(file)}:.*\\(${rule}\\)`))
  })

  it('are seen by main, the tunnel, tests, benches, and the configuration of builds', () => {
    for (const file of Object.keys(allowed))
      expect(faults.filter((fault) => fault.startsWith(`${longPath(file)}:`))).toEqual([])
  })

  it('are told from a local thing of that name in the same file', () => {
    expect(faults.filter((fault) => fault.includes('kit/beside.ts'))).toEqual([
      expect.stringContaining('kit/beside.ts:2:'),
    ])
  })
})
