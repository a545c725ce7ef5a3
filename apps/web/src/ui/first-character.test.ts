import { describe, expect, it } from 'vitest'
import { firstCharacter } from './first-character.ts'

describe('the first character', () => {
  it.each([
    ['', undefined],
    ['Nova', 'N'],
    ['e\u0301clair', 'e\u0301'],
    ['👩‍🚀 crew', '👩‍🚀'],
    ['🇩🇪 team', '🇩🇪'],
    ['פריק!', 'פ'],
  ])('of %j is %j', (text, first) => {
    expect(firstCharacter(text)).toBe(first)
  })
})
