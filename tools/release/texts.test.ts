import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { changelogOf, securityOf } from './texts.mjs'

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8')
const date = new Date('2026-11-27T23:59:00Z')

describe('the changelog of a release', () => {
  const before = '# Changelog\n\nWords.\n\n'
  const old = '## 1.1.0 - 2026-01-02\n\n### Added\n\n- One.\n'

  it('names its section after the version and the day of the commit', () => {
    const text = `${before}## Unreleased\n\n### Added\n\n- Two.\n\n${old}`
    expect(changelogOf(text, '1.2.0', date)).toBe(
      `${before}## 1.2.0 - 2026-11-27\n\n### Added\n\n- Two.\n\n${old}`,
    )
  })

  it('is refused when nothing is unreleased, or the version is', () => {
    for (const empty of ['', '## Unreleased\n\n', '## Unreleased\n\n### Added\n\n'])
      expect(() => changelogOf(`${before}${empty}${old}`, '1.2.0', date)).toThrow(/nothing to release/)
    const again = `${before}## Unreleased\n\n- Two.\n\n${old}`
    expect(() => changelogOf(again, '1.1.0', date)).toThrow(/has 1.1.0 already/)
    expect(() => changelogOf(again, '1.1', date)).not.toThrow()
  })
})

describe('the security policy of a release', () => {
  it('names the contact, exactly as it was given', () => {
    const words = securityOf(read('SECURITY.md'), 'security@ctf.example')
    expect(words).toContain("Don't open a public issue. Write to <security@ctf.example>.")
    expect(securityOf(read('SECURITY.md'), 'https://ctf.example/$&')).toContain(
      'at <https://ctf.example/$&>.',
    )
  })

  it('is refused when it has no place for one', () => {
    expect(() => securityOf('# Security\n', 'security@ctf.example')).toThrow(/no place for the contact/)
  })
})
