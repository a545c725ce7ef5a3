import { describe, expect, it } from 'vitest'
import { settingsManual, usage } from './manual.ts'
import { variableName } from './names.ts'
import { allSettings } from './walk.ts'

describe('the manual of the settings', () => {
  const lines = settingsManual().split('\n')
  const rows = lines.filter((line) => line.startsWith('| `'))

  it('has one row for each setting, with its variable', () => {
    const expected = allSettings().map(({ path }) => `| \`${path.join('.')}\` | \`${variableName(path)}\``)
    expect(rows.map((row) => expected.filter((start) => row.startsWith(start)).length)).toEqual(
      expected.map(() => 1),
    )
  })

  it('has tables whose rows all have six cells', () => {
    const tableLines = lines.filter((line) => line.startsWith('|'))
    const cells = tableLines.map((line) => line.replaceAll('\\|', '').split('|').length - 2)
    expect(new Set(cells)).toEqual(new Set([6]))
  })

  it('marks exactly the secrets, and ends every sentence', () => {
    const secrets = allSettings().filter(({ setting }) => setting.secret)
    expect(rows.filter((row) => row.includes(' | yes | '))).toHaveLength(secrets.length)
    expect(rows.filter((row) => !/\. \|$/.test(row))).toEqual([])
  })

  it('names the variables without prefix', () => {
    expect(rows.find((row) => row.includes('connectionStrings.database'))).toContain('or `DATABASE_URL`')
    expect(rows.find((row) => row.includes('connectionStrings.redisCache'))).toContain('or `REDIS_URL`')
  })
})

describe('the help text', () => {
  it('has a flag for each setting of the first level that is not secret, and fits a terminal', () => {
    const flags = usage()
      .match(/^ {2}--[a-z-]+/gm)
      ?.map((flag) => flag.trim())
    expect(flags).toEqual(expect.arrayContaining(['--config', '--port', '--data-dir', '--help', '--version']))
    expect(flags).not.toContain('--admin-password')
    expect(flags).toHaveLength(
      3 + allSettings().filter(({ path, setting }) => path.length === 1 && !setting.secret).length,
    )
    expect(
      usage()
        .split('\n')
        .filter((line) => line.length > 100),
    ).toEqual([])
  })
})
