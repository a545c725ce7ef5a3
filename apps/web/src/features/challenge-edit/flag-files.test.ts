import { describe, expect, it } from 'vitest'
import { flagsOfFiles } from './flag-files.ts'

const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }))

describe('files that are named after their flags', () => {
  it('give the flag with or without the extension', () => {
    const files = named('flag{a}.zip', 'flag{b}.tar.gz', 'flag{c}')
    const flagsOf = (bare: boolean): string[] => flagsOfFiles(files, [], bare).flagged.map(({ flag }) => flag)
    expect(flagsOf(true)).toEqual(['flag{a}', 'flag{b}.tar', 'flag{c}'])
    expect(flagsOf(false)).toEqual(['flag{a}.zip', 'flag{b}.tar.gz', 'flag{c}'])
  })

  it('are refused where the flag is there already or comes twice', () => {
    const { flagged, bad } = flagsOfFiles(named('a.zip', 'a.png', 'old.zip'), ['old'], true)
    expect(flagged.map(({ flag }) => flag)).toEqual(['a'])
    expect(bad).toEqual([
      { line: 2, text: 'a.png', why: 'twice' },
      { line: 3, text: 'old.zip', why: 'known' },
    ])
  })
})
