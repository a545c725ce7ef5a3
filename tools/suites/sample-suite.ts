import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { ManualTimers } from '../../tests/kit/manual-timers.ts'
import type { Result } from './results.mjs'
import { type RunOptions, runSuite } from './run-suite.mjs'
import type { Suite } from './table.mjs'

const project = path.join(import.meta.dirname, '../..')
export const suite: Suite = {
  name: 'sample',
  about: '',
  project: 'sample',
  env: {},
  needs: [],
  uses: [],
  built: false,
}

let root = ''

export const inRoot = (file = ''): string => path.join(root, file)

export function makeRoot(): void {
  root = mkdtempSync(path.join(tmpdir(), 'suites-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(inRoot('tests/output'), { recursive: true })
  symlinkSync(path.join(project, 'node_modules'), inRoot('node_modules'))
  write('package.json', '{"type":"module"}')
  write('vitest.config.js', "export default { test: { name: 'sample', include: ['*.test.js'] } }")
}

export function write(file: string, text: string): void {
  writeFileSync(inRoot(file), text)
}

export function run({
  suite: changed,
  ...options
}: Partial<RunOptions> & { suite?: Partial<Suite> } = {}): Promise<Result> {
  const signal = new AbortController().signal
  return runSuite({ ...suite, ...changed }, { root, signal, withinMs: 60_000, output: 'ignore', ...options })
}

export function writeHangingTest(): void {
  write(
    'sample.test.js',
    `import { writeFileSync } from 'node:fs'
    import { it } from 'vitest'
    it('hangs', () => new Promise(() => writeFileSync('hanging', '')), 60_000)`,
  )
}

export async function passWhenHanging(timers: ManualTimers): Promise<void> {
  const sign = inRoot('hanging')
  await expect.poll(() => existsSync(sign)).toBe(true)
  rmSync(sign)
  timers.pass(60_000)
}
