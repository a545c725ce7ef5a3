import { challengeLacks } from '@pennant/contract/challenge'
import { describe, expect, it } from 'vitest'
import { type ChallengeParts, lacksOf } from './lacks.ts'

const whole: ChallengeParts = {
  type: 'StaticAttachment',
  hasText: true,
  originalScore: 500,
  containerImage: null,
  exposePort: null,
  flags: 1,
  bareFlags: 1,
}

const bare: ChallengeParts = {
  ...whole,
  hasText: false,
  originalScore: 0,
  containerImage: ' ',
  flags: 0,
  bareFlags: 0,
}

describe('what a challenge lacks', () => {
  it('is nothing where text, points and a flag are there', () => {
    expect(lacksOf(whole)).toEqual([])
  })

  it('is everything that its type needs', () => {
    expect(lacksOf({ ...bare, type: 'StaticAttachment' })).toEqual(['Flag', 'Score', 'Text'])
    expect(lacksOf({ ...bare, type: 'DynamicAttachment' })).toEqual(['Flag', 'Score', 'Text'])
    expect(lacksOf({ ...bare, type: 'StaticContainer' })).toEqual(['Flag', 'Image', 'Port', 'Score', 'Text'])
    expect(lacksOf({ ...bare, type: 'DynamicContainer' })).toEqual(['Image', 'Port', 'Score', 'Text'])
  })

  it('is an attachment where some flag has none and every team is to get its own', () => {
    const given = { flags: 3, bareFlags: 1 }
    expect(lacksOf({ ...whole, ...given, type: 'DynamicAttachment' })).toEqual(['Attachment'])
    expect(lacksOf({ ...whole, ...given, type: 'StaticAttachment' })).toEqual([])
    expect(lacksOf({ ...whole, type: 'DynamicAttachment', flags: 3, bareFlags: 0 })).toEqual([])
  })

  it('names each lack once, in the order of the wire', () => {
    const found = lacksOf({ ...bare, type: 'StaticContainer', flags: 0 })
    const places = found.map((lack) => challengeLacks[lack])
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
  })
})
