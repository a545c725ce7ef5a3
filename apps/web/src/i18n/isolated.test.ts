import { describe, expect, it } from 'vitest'
import { isolated } from './isolated.ts'

describe('a name in a sentence', () => {
  it.each(['פריק!', 'فريق الميناء', 'team ض', '\u{10840}', '\u{1e900}'])('is kept apart: %s', (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  })
  it.each(['Nova Quay', 'Žižkov', '港の灯', 'Порт', '👩‍🚀', '12', ''])('stays as it is: %s', (name) => {
    expect(isolated(name)).toBe(name)
  })
})
