import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { knownVerbs, readDocument } from '../../../../tests/kit/cli-document.ts'
import { runCommand } from '../../../../tests/kit/command.ts'
import type { TestDatabase } from '../../../../tests/kit/test-database.ts'
import { verbs } from './table.ts'

// Nothing here needs a database.
const nowhere = { address: { url: 'postgresql://nobody@127.0.0.1:1/none' } } as TestDatabase
const run = (argv: readonly string[], given: Parameters<typeof runCommand>[2] = {}) =>
  runCommand({ database: nowhere }, argv, given)

describe('a command', () => {
  it.each(Object.keys(verbs))('%s has its usage, by help and by --help', async (name) => {
    const help = await run(['help', ...name.split(' ')])
    expect([help.exit, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toContain(`Usage: pennant ${name}`)
    for (const flag of Object.keys(verbs[name]?.flags ?? {}))
      expect(help.stdout).toMatch(new RegExp(`--${flag}( VALUE)?  +[A-Z]`))
    expect(await run([...name.split(' '), '--help'])).toEqual(help)
  })

  it.each([
    ['that does not exist', ['destroy'], 'unknown'],
    ['that is not complete', ['admin'], 'admin'],
    ['with an unknown flag', ['version', '--secret=hunter2'], 'version'],
    ['with too much', ['version', 'hunter2'], 'version'],
  ])('%s is wrong usage, and no value is repeated', async (_how, argv, verb) => {
    const { exit, stdout, stderr } = await run(argv)
    expect([exit, stdout]).toEqual([2, ''])
    expect(stderr).toContain('pennant help')
    expect(stderr).not.toContain('hunter2')
    const { stdout: json } = await run([...argv, '--json'])
    expect(JSON.parse(json)).toMatchObject({ verb, ok: false, exit: 2, findings: [{ code: 'usage' }] })
  })

  it('that is interrupted changes nothing and says so', async () => {
    const { exit, stderr } = await run(['version'], { signal: AbortSignal.abort() })
    expect([exit, stderr]).toEqual([130, 'Interrupted. Nothing was changed.\n'])
  })

  it('that reaches no database says so, and not with which password', async () => {
    const env = { DATABASE_URL: 'postgresql://nobody:hunter2@127.0.0.1:1/none' }
    const { exit, stderr } = await run(['admin', 'token', 'list'], { env })
    expect(exit).toBe(5)
    expect(stderr).toContain('DATABASE_URL')
    expect(stderr).not.toContain('hunter2')
  })

  it('creates no database where there is none', async () => {
    const dataDir = join(await mkdtemp(join(tmpdir(), 'pennant-command-')), 'data')
    onTestFinished(() => rm(join(dataDir, '..'), { recursive: true }))
    const { exit, stderr } = await run(['admin', 'token', 'list'], {
      env: { DATABASE_URL: '', PENNANT_DATA_DIR: dataDir },
    })
    expect(exit).toBe(5)
    expect(stderr).toContain('PENNANT_DATA_DIR')
    await expect(rm(dataDir)).rejects.toThrow('ENOENT')
  })
})

describe('config', () => {
  it('show hides secrets, also inside of other settings', async () => {
    const env = {
      DATABASE_URL: 'postgresql://nobody:hunter2@127.0.0.1:1/none',
      PENNANT_ADMIN_PASSWORD: 'hunter3',
      PENNANT_PORT: '8081',
    }
    for (const extra of [[], ['--json']]) {
      const { exit, stdout } = await run(['config', 'show', '--sources', ...extra], { env })
      expect(exit).toBe(0)
      expect(stdout).not.toMatch(/hunter/)
    }
    const { stdout } = await run(['config', 'show', '--sources'], { env })
    expect(stdout).toMatch(/^port = 8081 {2}\(variable PENNANT_PORT\)$/m)
    expect(stdout).toMatch(/^adminPassword = \[set\] {2}\(variable PENNANT_ADMIN_PASSWORD\)$/m)
    expect(stdout).toMatch(/^connectionStrings\.database = \[set\] {2}\(variable DATABASE_URL\)$/m)
    expect(stdout).toMatch(/^emailConfig\.password = {3}\(default\)$/m)
  })

  it('check tells valid from questionable from invalid', async () => {
    expect((await run(['config', 'check'])).exit).toBe(0)
    const doubtful = await run(['config', 'check'], {
      env: { PENNANT_CONNECTION_STRINGS__DATABASE: 'postgresql://a@b/c' },
    })
    expect(doubtful.exit).toBe(3)
    expect(doubtful.stderr).toContain('DATABASE_URL has no effect')
    const invalid = await run(['config', 'check'], { env: { PENNANT_PORT: 'eighty' } })
    expect([invalid.exit, invalid.stdout]).toEqual([2, ''])
    expect(invalid.stderr).toContain('PENNANT_PORT')
  })
})

describe('the document of --json', () => {
  it('has a schema that knows every command', () => {
    expect(knownVerbs()).toEqual(expect.arrayContaining(Object.keys(verbs)))
    for (const name of knownVerbs().filter((one) => one !== 'unknown'))
      expect(Object.keys(verbs).some((one) => one === name || one.startsWith(`${name} `))).toBe(true)
  })

  it.each([
    [['version']],
    [['help']],
    [['config', 'show']],
    [['config', 'check']],
    [['nothing']],
    [['admin']],
  ])('of %s is all that standard output has', async (argv) => {
    const { exit, stdout, stderr } = await run([...argv, '--json'])
    expect(readDocument(stdout).exit).toBe(exit)
    expect(stderr).toBe('')
  })
})
