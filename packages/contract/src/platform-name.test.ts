import { describe, expect, it } from 'vitest'
import { platformName, platformNameParts } from './platform-name.ts'

describe('the name of the platform', () => {
  it.each([
    [{ title: 'Harbour' }, 'Harbour::CTF'],
    [{ title: 'Harbour', titleSuffix: '' }, 'Harbour'],
    [{ title: 'Harbour', titleSuffix: ' Cup' }, 'Harbour Cup'],
    [{ title: '' }, 'Pennant'],
    [{ title: '  ', titleSuffix: ' Cup' }, 'Pennant'],
  ])('of %j is %s', (named, name) => {
    expect(platformName(named)).toBe(name)
  })

  it('has its suffix apart', () => {
    expect(platformNameParts({ title: 'A::CTF' })).toEqual({ stem: 'A::CTF', suffix: '::CTF' })
  })
})
