import { describe, expect, it } from 'vitest'
import { isFit, persistenceRuleOf, ownerOf, weekOf, withoutSecrets } from './persistence-rule.ts'

describe('what is stored for the next visit', () => {
  it('is what everybody may see, for everybody', () => {
    for (const key of [['config'], ['posts', 'latest'], ['posts', 'one', 'a1b2c3d4']])
      expect(persistenceRuleOf(key)).toEqual({ owned: false, large: false })
  })

  it('is what somebody sees of games and teams, for them alone', () => {
    for (const key of [
      ['session'],
      ['games', 'recent'],
      ['teams', 'own'],
      ['game', 3],
      ['game', 3, 'details'],
      ['game', 3, 'notices'],
    ])
      expect(persistenceRuleOf(key)).toEqual({ owned: true, large: false })
    expect(persistenceRuleOf(['game', 3, 'scoreboard'])).toEqual({ owned: true, large: true })
  })

  it('is never an invite code, what was submitted, or anything that nobody thought of', () => {
    for (const key of [
      ['teams', 'invite', 3],
      ['teams', 'one', 3],
      ['game', 3, 'challenge', 5],
      ['game', 3, 'writeup'],
      ['game', 3, 'check'],
      ['captcha'],
      ['setup'],
      ['admin', 'config'],
      ['tokens'],
      [],
    ])
      expect(persistenceRuleOf(key)).toBeNull()
  })

  it('lacks the token of the team', () => {
    expect(withoutSecrets({ teamToken: '3:abc', rank: 1 })).toEqual({ teamToken: '', rank: 1 })
    expect(withoutSecrets([1, 2])).toEqual([1, 2])
    expect(withoutSecrets(null)).toBeNull()
  })

  it('belongs to the user who is logged in, or to visitors', () => {
    expect(ownerOf({ userId: 'u-1', userName: 'ada' })).toBe('u-1')
    expect(ownerOf(null)).toBeNull()
    expect(ownerOf(undefined)).toBeNull()
  })

  it('is used in its week and the next, by the build that stored it', () => {
    const day = 24 * 3_600_000
    const now = 1000 * 7 * day + day
    const stored = { week: weekOf(now), build: 'a' }
    expect(isFit(stored, now, 'a')).toBe(true)
    expect(isFit(stored, now + 7 * day, 'a')).toBe(true)
    expect(isFit(stored, now + 14 * day, 'a')).toBe(false)
    expect(isFit(stored, now - 7 * day, 'a')).toBe(false)
    expect(isFit(stored, now, 'b')).toBe(false)
  })
})
