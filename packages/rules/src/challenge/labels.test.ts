import { describe, expect, it } from 'vitest'
import { byLevel, distinctLabels, labelsIn, presentAuthors, presentLabels } from './labels.ts'

describe('labels of a challenge', () => {
  it('are trimmed, and each is there once, whatever its case', () => {
    expect(distinctLabels([' RSA ', 'rsa', '', 'Padding oracle', 'RSA'])).toEqual(['RSA', 'Padding oracle'])
  })

  it('are written with commas of any script between them', () => {
    expect(labelsIn(' RSA,, Padding oracle，AES、rsa ')).toEqual(['RSA', 'Padding oracle', 'AES'])
  })

  it('are left out where there are none', () => {
    expect(presentLabels({ level: null, tags: [] })).toEqual({})
    expect(presentLabels({ level: 'None' })).toEqual({})
    expect(presentLabels({ level: 'Hard', tags: ['RSA'] })).toEqual({ level: 'Hard', tags: ['RSA'] })
    expect(presentAuthors({ authors: [] })).toEqual({})
    expect(presentAuthors({ authors: ['Ada'] })).toEqual({ authors: ['Ada'] })
  })

  it('sort by level, with those that have none last', () => {
    const levels = [undefined, 'Insane', 'Beginner', 'None', 'Medium'] as const
    const sorted = levels.map((level) => (level === undefined ? {} : { level })).toSorted(byLevel)
    expect(sorted).toEqual([
      ...['Beginner', 'Medium', 'Insane'].map((level) => ({ level })),
      {},
      { level: 'None' },
    ])
  })
})
