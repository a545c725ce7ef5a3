import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createManualTimers, type ManualTimers } from '../../tests/kit/manual-timers.ts'
import { repeatSuite } from './repeat.mjs'
import type { Result } from './results.mjs'
import { filesOf, type RunOptions, runSuite } from './run-suite.mjs'
import type { Suite } from './table.mjs'

const project = path.join(import.meta.dirname, '../..')
const suite: Suite = {
  name: 'sample',
  about: '',
  project: 'sample',
  env: {},
  needs: [],
  uses: [],
  built: false,
}

let root = ''

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'suites-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'tests/output'), { recursive: true })
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'))
  write('package.json', '{"type":"module"}')
  write('vitest.config.js', "export default { test: { name: 'sample', include: ['*.test.js'] } }")
})

function write(file: string, text: string): void {
  writeFileSync(path.join(root, file), text)
}

function run({
  suite: changed,
  ...options
}: Partial<RunOptions> & { suite?: Partial<Suite> } = {}): Promise<Result> {
  const signal = new AbortController().signal
  return runSuite({ ...suite, ...changed }, { root, signal, withinMs: 60_000, output: 'ignore', ...options })
}

function writeHangingTest(): void {
  write(
    'sample.test.js',
    `import { writeFileSync } from 'node:fs'
    import { it } from 'vitest'
    it('hangs', () => new Promise(() => writeFileSync('hanging', '')), 60_000)`,
  )
}

async function passWhenHanging(timers: ManualTimers): Promise<void> {
  const sign = path.join(root, 'hanging')
  await expect.poll(() => existsSync(sign)).toBe(true)
  rmSync(sign)
  timers.pass(60_000)
}

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

  it('counts a file that cannot be read as a failure', async () => {
    write('good.test.js', "import { it } from 'vitest'; it('is right', () => {})")
    write('bad.test.js', "import './nowhere.js'")
    const result = await run()
    expect(result).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
    expect(result.failures[0]).toContain('bad.test.js: ')
  })

  it('counts tests that never ran, since their set-up failed, as one failure', async () => {
    write(
      'sample.test.js',
      `import { beforeAll, it } from 'vitest'
      beforeAll(() => { throw new Error('no database') })
      it('is never run', () => {})`,
    )
    const result = await run()
    expect(result).toMatchObject({ passed: 0, failed: 1, skipped: 1 })
    expect(result.failures).toEqual(['sample.test.js: no database'])
  })

  it('counts an error outside of any test as a failure', async () => {
    write(
      'sample.test.js',
      `import { it } from 'vitest'
      it('is right', async () => {
        await new Promise((done) => setTimeout(() => { setTimeout(done); throw new Error('too late') }))
      })`,
    )
    expect(await run()).toMatchObject({ passed: 1, failed: 1, failures: ['exit code 1, see above'] })
  })

  it('counts a suite without a single test as a failure', async () => {
    expect(await run()).toMatchObject({ passed: 0, failed: 1 })
  })

  it('does not take the result of an earlier run for its own', async () => {
    write('sample.test.js', "import { it } from 'vitest'; it('is right', () => {})")
    expect(await run()).toMatchObject({ passed: 1, failed: 0 })
    write('vitest.config.js', 'syntax error')
    expect(await run()).toMatchObject({ passed: 0, failed: 1, failures: ['no result: exit code 1'] })
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
    mkdirSync(path.join(root, 'temporary'))
    vi.stubEnv('TMPDIR', path.join(root, 'temporary'))
    onTestFinished(() => void vi.unstubAllEnvs())
    writeHangingTest()
    const timers = createManualTimers()
    const running = run({ after: timers.after })
    await passWhenHanging(timers)
    expect(await running).toMatchObject({ failed: 1, failures: ['no result: broken off after 60 seconds'] })
    expect(readdirSync(path.join(root, 'temporary'))).toEqual([])
  })

  describe('whose time is up', () => {
    const endWhenHanging = async (mayBeUnfinished: boolean): Promise<Result> => {
      const timers = createManualTimers()
      const running = run({ mayBeUnfinished, after: timers.after })
      await passWhenHanging(timers)
      return running
    }

    beforeEach(() => {
      write(
        'vitest.config.js',
        `export default { test: {
          name: 'sample', include: ['*.test.js'], fileParallelism: false,
          sequence: { sequencer: class { sort = (files) => files.toSorted((a, b) => a.moduleId < b.moduleId ? -1 : 1) } },
        } }`,
      )
      write(
        '1.test.js',
        "import { it } from 'vitest'; it('is right', () => {}); it('is wrong', () => { throw new Error('no') })",
      )
      write(
        '2.test.js',
        `import { spawn } from 'node:child_process'
        import { writeFileSync } from 'node:fs'
        import { it } from 'vitest'
        it('is right, but its file has not ended', () => {})
        it('hangs, with a server beside it', () => new Promise(() => {
          spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' }).unref()
          writeFileSync('hanging', '')
        }), 60_000)`,
      )
      write('3.test.js', "import { it } from 'vitest'; it('is not reached', () => {})")
    })

    it('counts the files that ended and leaves out the rest, if it may', async () => {
      expect(await endWhenHanging(true)).toEqual({
        passed: 1,
        failed: 1,
        skipped: 1,
        failures: ['1.test.js > is wrong: Error: no'],
        leftOut: ['the time is up: 1 of 3 files ran'],
      })
    })

    it('has failed if it may not', async () => {
      const result = await endWhenHanging(false)
      expect(result).toMatchObject({ passed: 1, failed: 3, skipped: 0 })
      expect(result.failures).toContain('broken off after 60 seconds, see above')
      expect(result.failures).toContainEqual(expect.stringMatching(/^left running: /))
    })
  })

  it('counts a suite that crashes without a result as a failure', async () => {
    write(
      'sample.test.js',
      `import { it } from 'vitest'
      it('takes the runner with it', () => process.kill(process.ppid, 'SIGKILL'))`,
    )
    write(
      'vitest.config.js',
      "export default { test: { name: 'sample', include: ['*.test.js'], pool: 'forks' } }",
    )
    expect(await run()).toMatchObject({ passed: 0, failed: 1, failures: ['no result: ended by SIGKILL'] })
  })

  it('runs the files that it is told to, and no others', async () => {
    for (const name of ['one', 'two', 'three'])
      write(`${name}.test.js`, "import { it } from 'vitest'; it('is right', () => {})")
    expect(await run({ files: ['two.test.js', 'three.test.js'] })).toMatchObject({ passed: 2, failed: 0 })
    expect(
      filesOf(suite, root)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(['three.test.js', 'two.test.js'])
  })

  it('runs the files that rest on another one; none is no failure, but no result is', async () => {
    write('breadth.js', 'export const rounds = 3')
    write('aside.test.js', "import { it } from 'vitest'; it('is wrong', () => { throw new Error() })")
    expect(await run({ suite: { related: 'breadth.js' } })).toMatchObject({ passed: 0, failed: 0 })
    write(
      'some.test.js',
      "import { it } from 'vitest'; import { rounds } from './breadth.js'; it.each(Array(rounds).fill(1))('%s', () => {})",
    )
    expect(await run({ suite: { related: 'breadth.js' } })).toMatchObject({ passed: 3, failed: 0 })
    write('vitest.config.js', 'syntax error')
    expect(await run({ suite: { related: 'breadth.js' } })).toMatchObject({ failed: 1 })
  })

  it('ends with its suite when it is interrupted', async () => {
    writeHangingTest()
    const stop = new AbortController()
    const running = run({ signal: stop.signal })
    void expect
      .poll(() => existsSync(path.join(root, 'hanging')))
      .toBe(true)
      .finally(() => stop.abort(new Error('stop')))
    await expect(running).rejects.toThrow('stop')
  })

  it('counts an npm script as one', async () => {
    write('package.json', '{"scripts":{"good":"exit 0","bad":"exit 3"}}')
    expect(await run({ suite: { script: 'good' } })).toMatchObject({ passed: 1, failed: 0 })
    expect(await run({ suite: { script: 'bad' } })).toMatchObject({
      failed: 1,
      failures: ['exit code 3, see above'],
    })
  })
})

describe('repeating a suite', { timeout: 120_000 }, () => {
  const repeat = (said: string[], options: Partial<RunOptions> = {}): Promise<Result> =>
    repeatSuite(suite, {
      root,
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

  it('counts each run that hangs', async () => {
    writeHangingTest()
    const timers = createManualTimers()
    const repeating = repeat([], { after: timers.after })
    for (let round = 0; round < 3; round++) await passWhenHanging(timers)
    expect(await repeating).toMatchObject({ passed: 0, failed: 3 })
  })
})
