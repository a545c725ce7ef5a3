import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createManualTimers } from '../../tests/kit/manual-timers.ts'
import { repeatSuite } from './repeat.mjs'
import type { Result } from './results.mjs'
import { addRuns, filesShortOf } from './repeats.mjs'
import type { FileRun } from './run-suite.mjs'
import { inRoot, makeRoot, passWhenHanging, run, suite, write, writeHangingTest } from './sample-suite.ts'

beforeEach(makeRoot)

describe('running a suite', { timeout: 60_000 }, () => {
  it('counts what passed, failed and was skipped, and says why', async () => {
    write(
      'sample.test.js',
      `import { describe, expect, it } from 'vitest'
      it('is right', () => {})
      it('has the environment of its suite', () => expect(process.env.COLOR).toBe('red'))
      it('is wrong', () => expect(1).toBe(2))
      it.skip('is skipped', () => {})
      it.todo('is to come')
      describe.skip('the vault (left out: no key)', () => { it('opens', () => {}); it('shuts', () => {}) })`,
    )
    expect(await run({ suite: { env: { COLOR: 'red' } } })).toEqual({
      passed: 2,
      failed: 1,
      skipped: 4,
      failures: [expect.stringMatching(/^sample\.test\.js > is wrong: \S/)],
      leftOut: [
        'sample.test.js > is skipped',
        'sample.test.js > is to come',
        'sample.test.js: 2 tests: no key',
      ],
    })
  })

  it('runs on another Node.js where the suite names one', async () => {
    write('other-node', `#!/bin/sh\nOTHER=yes exec '${process.execPath}' "$@"\n`)
    chmodSync(inRoot('other-node'), 0o755)
    write(
      'sample.test.js',
      "import { expect, it } from 'vitest'; it('is the other', () => expect(process.env.OTHER).toBe('yes'))",
    )
    expect(await run()).toMatchObject({ passed: 0, failed: 1 })
    expect(await run({ suite: { node: inRoot('other-node') } })).toMatchObject({ passed: 1, failed: 0 })
  })

  it('counts a file that cannot be read as a failure', async () => {
    write('good.test.js', "import { it } from 'vitest'; it('is right', () => {})")
    write('bad.test.js', "import './nowhere.js'")
    const result = await run()
    expect(result).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
    expect(result.failures[0]).toContain('bad.test.js: ')
  })

  it('ends what its tests left running, and counts it as a failure', async () => {
    write(
      'sample.test.js',
      `import { spawn } from 'node:child_process'
      import { it } from 'vitest'
      it('leaves something running', () => {
        spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)', 'left-behind'], { detached: true, stdio: 'ignore' }).unref()
      })`,
    )
    const result = await run()
    expect(result).toMatchObject({ passed: 1, failed: 1 })
    expect(result.failures[0]).toMatch(/^left running: .*left-behind/)
  })

  it('breaks off a suite that hangs, and leaves no folder of it behind', async () => {
    mkdirSync(inRoot('temporary'))
    vi.stubEnv('TMPDIR', inRoot('temporary'))
    onTestFinished(() => void vi.unstubAllEnvs())
    writeHangingTest()
    const timers = createManualTimers()
    const running = run({ after: timers.after })
    await passWhenHanging(timers)
    expect(await running).toMatchObject({ failed: 1, failures: ['no result: broken off after 60 seconds'] })
    expect(readdirSync(inRoot('temporary'))).toEqual([])
  })
})

describe('repeating a suite', { timeout: 120_000 }, () => {
  const repeat = (
    said: string[],
    options: Partial<Parameters<typeof repeatSuite>[1]> = {},
  ): Promise<Result> =>
    repeatSuite(suite, {
      root: inRoot(),
      signal: new AbortController().signal,
      withinMs: 60_000,
      output: 'ignore',
      ...options,
      times: 3,
      firstSeed: 7,
      say: (line) => void said.push(line),
    })

  it('names each file that failed, with the seed and the files before it', async () => {
    // Fails unless it comes first.
    write(
      'vitest.config.js',
      "export default { test: { name: 'sample', include: ['*.test.js'], fileParallelism: false } }",
    )
    const fails = `import { appendFileSync, readFileSync } from 'node:fs'
      import { expect, it } from 'vitest'
      it('comes first', () => {
        appendFileSync('order', NAME)
        expect(readFileSync('order', 'utf8').length % 2).toBe(1)
      })`
    for (const name of ['a', 'b']) write(`${name}.test.js`, fails.replace('NAME', `'${name}'`))
    const said: string[] = []
    const result = await repeat(said)
    expect(result).toMatchObject({ passed: 3, failed: 3 })
    expect(result.failures.map((line) => line.slice(0, 8))).toEqual(['seed 7: ', 'seed 8: ', 'seed 9: '])
    const named = said.filter((line) => line.startsWith('Failed with seed'))
    expect(named).toHaveLength(3)
    for (const line of named)
      expect(line).toMatch(/(a\.test\.js, after b\.test\.js|b\.test\.js, after a\.test\.js)$/)
    expect(said).toContain(
      'Once more: npx vitest run --project sample --sequence.shuffle.files --sequence.seed=8',
    )
  })

  it('adds each round to the record, until every file has been repeated as often or the time is up', async () => {
    const passes = "import { it } from 'vitest'; it('is right', () => {})"
    for (const name of ['a', 'b']) write(`${name}.test.js`, passes)
    const times = 2
    const left = (): string[] =>
      filesShortOf(inRoot(), 'sample', { files: ['a.test.js', 'b.test.js'], times })
    addRuns(inRoot(), 'sample', [{ file: 'a.test.js', hasFailed: false, hasPassed: true, seconds: 1 }])
    const keeper = { left, add: (runs: FileRun[]): void => addRuns(inRoot(), 'sample', runs) }
    expect(await repeat([], { keeper })).toMatchObject({ passed: 3, failed: 0, skipped: 0 })
    expect(left()).toEqual([])
    write('b.test.js', `${passes}\n`)
    let rounds = 0
    const late = await repeat([], { keeper, isLate: () => rounds++ > 0 })
    expect(late).toMatchObject({ passed: 1, leftOut: ['the time is up: 1 of 3 rounds ran'] })
    expect(left()).toEqual(['b.test.js'])
  })

  it('adds nothing of a round that failed outside of its files', async () => {
    write(
      'sample.test.js',
      "import { it } from 'vitest'; it('is right', () => void Promise.reject(new Error('late')))",
    )
    const add = vi.fn()
    expect(await repeat([], { keeper: { left: () => ['sample.test.js'], add } })).toMatchObject({ failed: 3 })
    expect(add).not.toHaveBeenCalled()
  })

  it('counts each run that hangs', async () => {
    writeHangingTest()
    const timers = createManualTimers()
    const repeating = repeat([], { after: timers.after })
    for (let round = 0; round < 3; round++) await passWhenHanging(timers)
    expect(await repeating).toMatchObject({ passed: 0, failed: 3 })
  })
})
