import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Result } from './results.mjs'
import { runSuite } from './run-suite.mjs'
import { chooseSuites, type Suite } from './table.mjs'

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

function run(
  more: { suite?: Partial<Suite>; signal?: AbortSignal; withinMs?: number } = {},
): Promise<Result> {
  const { signal = new AbortController().signal, withinMs = 60_000 } = more
  return runSuite({ ...suite, ...more.suite }, { root, signal, withinMs, output: 'ignore' })
}

describe('running a suite', { timeout: 60_000 }, () => {
  it('counts what passed, failed and was skipped, and says why', async () => {
    write(
      'sample.test.js',
      `import { describe, expect, it } from 'vitest'
      it('is right', () => {})
      it('has the environment of its suite', () => expect(process.env.COLOUR).toBe('red'))
      it('is wrong', () => expect(1).toBe(2))
      it.skip('is skipped', () => {})
      it.todo('is to come')
      describe.skip('the vault (left out: no key)', () => { it('opens', () => {}); it('shuts', () => {}) })`,
    )
    expect(await run({ suite: { env: { COLOUR: 'red' } } })).toEqual({
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
        setTimeout(() => { throw new Error('too late') })
        await new Promise((done) => setTimeout(done, 200))
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
    write('sample.test.js', "import { it } from 'vitest'; it('hangs', () => new Promise(() => {}), 60_000)")
    const result = await run({ withinMs: 2_000 })
    expect(result).toMatchObject({ failed: 1, failures: ['no result: broken off after 2 seconds'] })
    expect(readdirSync(path.join(root, 'temporary'))).toEqual([])
  })

  it('ends with its suite when it is interrupted', async () => {
    const begun = path.join(root, 'begun')
    write(
      'sample.test.js',
      `import { writeFileSync } from 'node:fs'
      import { it } from 'vitest'
      it('hangs', () => new Promise(() => writeFileSync(${JSON.stringify(begun)}, '')), 60_000)`,
    )
    const stop = new AbortController()
    const running = run({ signal: stop.signal })
    void expect
      .poll(() => existsSync(begun))
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

describe('choosing suites', () => {
  const names = (...args: string[]): string[] | string => {
    const choice = chooseSuites(args)
    return 'fault' in choice ? choice.fault : choice.chosen.map(({ name }) => name)
  }

  it('takes all of them when nothing is asked for', () => {
    expect(names()).toEqual(['check', 'unit', 'server', 'server-postgres', 'docker', 'ops', 'e2e'])
  })

  it('takes what is named, by suite or project, once and in their order', () => {
    expect(names('--only', 'server')).toEqual(['server', 'server-postgres'])
    expect(names('--only=ops,unit')).toEqual(['unit', 'ops'])
    expect(names('--only', 'e2e', '--only', 'server-postgres')).toEqual(['server-postgres', 'e2e'])
  })

  it('names the choices when it does not know one', () => {
    expect(names('--only', 'serve')).toMatch(/no suite serve.*check, unit, server/)
    expect(names('--fast')).toMatch(/--fast is not understood/)
    expect(names('--only')).toMatch(/not understood/)
  })
})
