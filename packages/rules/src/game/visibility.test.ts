import { describe, expect, it } from 'vitest'
import { isSecret, seenAs, visibilities, visibilityAfter, visibilityOf } from './visibility.ts'

describe('who can see a game', () => {
  it('is one of three, said in two words', () => {
    for (const visibility of visibilities) expect(visibilityOf(seenAs(visibility))).toBe(visibility)
    expect(visibilityOf({ hidden: true })).toBe('hidden')
    expect(visibilityOf({ hidden: false })).toBe('listed')
    expect(visibilityOf({ hidden: false, unlisted: true })).toBe('listed')
    expect(visibilities.filter((one) => isSecret(seenAs(one)))).toEqual(['hidden'])
  })

  it('stays what clients of two states leave alone, and becomes what they say', () => {
    const meant = (sent: { hidden: boolean; unlisted?: boolean | null }) =>
      visibilities.map((before) => visibilityAfter(before, sent))
    expect(meant({ hidden: true })).toEqual(['hidden', 'unlisted', 'hidden'])
    expect(meant({ hidden: true, unlisted: null })).toEqual(['hidden', 'unlisted', 'hidden'])
    expect(meant({ hidden: true, unlisted: true })).toEqual(['unlisted', 'unlisted', 'unlisted'])
    expect(meant({ hidden: true, unlisted: false })).toEqual(['hidden', 'hidden', 'hidden'])
    for (const unlisted of [undefined, null, true, false])
      expect(visibilityAfter('unlisted', { hidden: false, unlisted })).toBe('listed')
  })
})
