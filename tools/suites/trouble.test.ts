import { existsSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createManualTimers } from '../../tests/kit/manual-timers.ts'
import type { Result } from './results.mjs'
import { filesOf } from './run-suite.mjs'
import { inRoot, makeRoot, passWhenHanging, run, suite, write, writeHangingTest } from './sample-suite.ts'

beforeEach(makeRoot)

describe('running a suite', { timeout: 60_000 }, () => {
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
      filesOf(suite, inRoot())
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
      .poll(() => existsSync(inRoot('hanging')))
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
