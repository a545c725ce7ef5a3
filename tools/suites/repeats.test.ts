import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { addRuns, filesShortOf, repeatsUnderLoad } from './repeats.mjs'
import { keepTimes, readTimes } from './times.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'repeats-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'tests'))
  for (const file of ['a.ts', 'b.ts']) write(file, 'test')
})

const write = (file: string, text: string): void => writeFileSync(path.join(root, file), text)
const run = (suite: string, file: string, ...outcomes: ('passed' | 'failed' | 'skipped')[]): void => {
  for (const outcome of outcomes)
    addRuns(root, suite, [
      { file, hasFailed: outcome === 'failed', hasPassed: outcome === 'passed', seconds: 1 },
    ])
}
const short = (times: number): string[] => filesShortOf(root, 'ops', { files: ['a.ts', 'b.ts'], times })

it('adds up clean runs over sittings, and begins again after a failure', () => {
  run('ops', 'a.ts', 'passed', 'passed')
  expect(short(2)).toEqual(['b.ts'])
  expect(short(3)).toEqual(['a.ts', 'b.ts'])
  run('ops', 'a.ts', 'failed', 'passed')
  expect(short(2)).toEqual(['a.ts', 'b.ts'])
})

it('counts no run in which everything was skipped', () => {
  run('ops', 'a.ts', 'skipped')
  expect(short(1)).toEqual(['a.ts', 'b.ts'])
})

it('forgets a file that has changed or is gone', () => {
  run('ops', 'a.ts', 'passed')
  run('ops', 'b.ts', 'failed')
  write('a.ts', 'another test')
  expect(short(1)).toEqual(['a.ts', 'b.ts'])
  rmSync(path.join(root, 'b.ts'))
  run('ops', 'a.ts', 'passed')
  expect(readFileSync(path.join(root, 'tests/times.json'), 'utf8')).not.toContain('b.ts')
})

it('counts the files that were repeated often enough, and the failures of the others', () => {
  expect(repeatsUnderLoad(root)).toEqual({ files: 0, failures: 0 })
  run('ops', 'a.ts', 'failed', ...Array.from({ length: 4 }, () => 'passed' as const))
  run('unit', 'b.ts', ...Array.from({ length: 5 }, () => 'passed' as const))
  expect(repeatsUnderLoad(root)).toEqual({ files: 0, failures: 1 })
  run('ops', 'a.ts', 'passed')
  expect(repeatsUnderLoad(root)).toEqual({ files: 1, failures: 0 })
})

it('is kept beside the times of the suites, one line for each file', () => {
  keepTimes(root, { ops: { 'a.ts': 3 } })
  run('ops', 'a.ts', 'passed')
  keepTimes(root, { unit: { 'b.ts': 1 } })
  expect(readTimes(root)).toEqual({ ops: { 'a.ts': 3 }, unit: { 'b.ts': 1 } })
  expect(short(1)).toEqual(['b.ts'])
  expect(readFileSync(path.join(root, 'tests/times.json'), 'utf8')).toMatch(
    /^ {6}"a\.ts": "1 clean, 0 failed, [0-9a-f]{8}"$/m,
  )
})
