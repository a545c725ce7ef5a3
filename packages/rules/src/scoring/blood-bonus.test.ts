import { defaultBloodBonus } from '@pennant/contract/game'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packBloodBonus, unpackBloodBonus, withBonus } from './blood-bonus.ts'

const halfUp = (score: number, permille: number): number => Math.floor(score * (1 + permille / 1000) + 0.5)

describe('a packed bonus', () => {
  it.each([
    [52_459_530, [50, 30, 10]],
    [314_726_450, [300, 150, 50]],
    [1_049_601_000, [1000, 1000, 1000]],
    [0, [0, 0, 0]],
  ])('%i holds three parts', (packed, [first, second, third]) => {
    expect(unpackBloodBonus(packed)).toEqual({ first, second, third })
  })

  it.each([
    ['first', 1_049_624_576],
    ['second', 1001 * 1024],
    ['third', 1001],
    ['first of the largest number', 2_147_483_647],
    ['first below nothing', -1],
  ])('with a wrong %s is the usual one', (_, packed) => {
    expect(unpackBloodBonus(packed)).toEqual(unpackBloodBonus(defaultBloodBonus))
  })

  it('comes out as it went in', () => {
    const part = fc.integer({ min: 0, max: 1000 })
    fc.assert(
      fc.property(fc.record({ first: part, second: part, third: part }), (bonus) => {
        expect(unpackBloodBonus(packBloodBonus(bonus))).toEqual(bonus)
      }),
    )
  })
})

describe('a score with bonus', () => {
  it.each([
    [1000, 300, 1300, 1300],
    [500, 150, 575, 575],
    [500, 50, 525, 525],
    [864, 50, 907, 907],
    [250, 50, 262, 263],
    [650, 50, 682, 683],
    [750, 50, 787, 788],
    [30, 50, 31, 32],
    [10, 50, 10, 11],
    [150, 10, 152, 152],
    [450, 10, 454, 455],
    [1500, 1000, 3000, 3000],
  ])('%i and %i permille make %i, where rounding half up makes %i', (score, permille, points, naive) => {
    expect(withBonus(score, permille)).toBe(points)
    expect(halfUp(score, permille)).toBe(naive)
  })

  it('differs from rounding half up in 103 of the 6000 usual cases', () => {
    const scores = Array.from({ length: 2000 }, (_, index) => index + 1)
    const differing = [50, 30, 10].flatMap((permille) =>
      scores.filter((score) => withBonus(score, permille) !== halfUp(score, permille)),
    )
    expect(differing).toHaveLength(103)
  })

  it('is the score where there is no bonus, and never less', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(1000), (score, permille) => {
        expect(withBonus(score, 0)).toBe(score)
        expect(withBonus(score, permille)).toBeGreaterThanOrEqual(score)
      }),
    )
  })
})
