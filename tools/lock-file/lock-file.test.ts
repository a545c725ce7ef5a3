import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockFaults } from './faults.mjs'

const integrity = `sha512-${'A'.repeat(86)}==`
const sound = { version: '1.2.3', integrity }

const faultsOf = (packages: Record<string, object>): string[] => lockFaults({ packages })

describe('package-lock.json', () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'))

  it('has a checksum for every package of every platform, and no address', () => {
    const lock = read('package-lock.json')
    expect(lockFaults(lock)).toEqual([])
    for (const folder of ['old-programs', 'shipped-node'])
      expect(lockFaults(read(`tools/${folder}/package-lock.json`))).toEqual([])
    expect(
      Object.values<{ integrity?: string }>(lock.packages).filter((entry) => entry.integrity).length,
    ).toBeGreaterThan(500)
  })
})

describe('the check of a lock file', () => {
  it('passes sound packages, workspaces and links to them', () => {
    const packages = {
      '': { version: '0.1.0' },
      'apps/one': { version: '0.1.0' },
      'node_modules/@own/one': { resolved: 'apps/one', link: true },
      'node_modules/a': sound,
      'apps/one/node_modules/a': { version: '2.0.0-beta.1', integrity },
    }
    expect(faultsOf(packages)).toEqual([])
  })

  it('refuses a package without a checksum, or with a weak one', () => {
    for (const weak of [
      undefined,
      '',
      'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
      'sha512-AAAA',
      `${integrity} sha1-AAAA`,
    ])
      expect(faultsOf({ 'node_modules/a': { version: '1.2.3', integrity: weak } })).toEqual([
        expect.stringContaining('node_modules/a has no checksum'),
      ])
  })

  it('refuses an optional, a nested and a bundled one, too', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', optional: true },
      'node_modules/b/node_modules/c': { version: '1.0.0', inBundle: true },
    }
    expect(faultsOf(packages)).toHaveLength(2)
  })

  it('refuses every address, no matter who owns it', () => {
    for (const resolved of [
      'https://example.org/a/-/a-1.2.3.tgz',
      'http://127.0.0.1:4873/a/-/a-1.2.3.tgz',
      'git+ssh://git@example.org/a/a.git#0123456789012345678901234567890123456789',
      'file:../a.tgz',
    ])
      expect(faultsOf({ 'node_modules/a': { ...sound, resolved } })).toEqual([
        expect.stringContaining(`node_modules/a names an address (${resolved})`),
      ])
  })

  it('refuses a version that is no version, and a link that leads out of the project', () => {
    expect(
      faultsOf({ 'node_modules/a': { version: 'git+https://example.org/a.git', integrity } }),
    ).toHaveLength(1)
    expect(faultsOf({ 'node_modules/a': { resolved: '../elsewhere', link: true } })).toHaveLength(1)
    expect(
      faultsOf({ 'node_modules/a': { resolved: 'node_modules/b', link: true }, 'node_modules/b': sound }),
    ).toHaveLength(1)
  })

  it('refuses one that leaves out binaries for other platforms, wherever they may be listed', () => {
    const packages = {
      'node_modules/a': {
        ...sound,
        optionalDependencies: { 'a-linux-x64': '1.2.3', 'a-win32-x64': '1.2.3' },
      },
      'node_modules/a/node_modules/a-linux-x64': sound,
      'apps/b/node_modules/c': { ...sound, optionalDependencies: { 'outer-linux-x64': '1.0.0' } },
      'node_modules/outer-linux-x64': sound,
    }
    expect(faultsOf(packages)).toEqual([
      expect.stringContaining('wants a-win32-x64@1.2.3, which is not listed'),
    ])
  })
})
