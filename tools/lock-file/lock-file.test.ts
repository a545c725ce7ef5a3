import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { completeLockFile, missingBinaries } from './complete.mjs'

const lockOf = (packages: Record<string, object>): { packages: Record<string, object> } => ({ packages })

describe('package-lock.json', () => {
  it('lists every optional binary of every platform, so that a clean install works (else: node tools/lock-file/main.mjs)', () => {
    const file = path.join(import.meta.dirname, '../../package-lock.json')
    expect(missingBinaries(JSON.parse(readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('completing a lock file', () => {
  it('adds what is missing with the platform its name says, and keeps the order of npm', () => {
    const lock = lockOf({
      'node_modules/tool': {
        version: '1.2.3',
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/cli-win32-arm64': '1.2.3' },
      },
      'node_modules/zebra': {},
    })
    const { packages } = completeLockFile(lock)
    expect(Object.keys(packages)).toEqual([
      'node_modules/@tool/cli-win32-arm64',
      'node_modules/@tool/linux-x64-musl',
      'node_modules/tool',
      'node_modules/zebra',
    ])
    expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    })
    expect(packages['node_modules/@tool/cli-win32-arm64']).not.toHaveProperty('libc')
    expect(missingBinaries({ packages })).toEqual([])
  })

  it('finds what is listed beside its owner or further out', () => {
    const lock = lockOf({
      'node_modules/a': { optionalDependencies: { 'inner-linux-x64': '1.0.0' } },
      'node_modules/a/node_modules/inner-linux-x64': {},
      'apps/b/node_modules/c': { optionalDependencies: { 'outer-linux-x64': '1.0.0' } },
      'node_modules/outer-linux-x64': {},
    })
    expect(missingBinaries(lock)).toEqual([])
  })

  it('refuses to guess a platform', () => {
    const lock = lockOf({ 'node_modules/a': { optionalDependencies: { nicety: '^1.0.0' } } })
    expect(() => completeLockFile(lock)).toThrow('nicety')
  })
})
