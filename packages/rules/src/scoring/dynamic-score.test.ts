import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dynamicScore, type ScoreCurve } from './dynamic-score.ts'

const curves = fc.record({
  originalScore: fc.integer({ min: 0, max: 10_000 }),
  minScoreRate: fc.double({ min: 0, max: 1, noNaN: true }),
  difficulty: fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1000, noNaN: true })),
})
const curve = (originalScore: number, minScoreRate: number, difficulty: number): ScoreCurve => ({
  originalScore,
  minScoreRate,
  difficulty,
})

describe('the dynamic score', () => {
  const solved = [0, 1, 2, 3, 5, 10, 20, 50]

  it.each([
    [curve(1000, 0.25, 5), [1000, 1000, 864, 752, 586, 373, 266, 250]],
    [curve(500, 0.25, 3), [500, 500, 393, 317, 223, 143, 125, 125]],
    [curve(1000, 0.2, 10), [1000, 1000, 923, 854, 736, 525, 319, 205]],
    [curve(1000, 0.8, 5), [1000, 1000, 963, 934, 889, 833, 804, 800]],
    [curve(1000, 0.25, 0.5), [1000, 1000, 351, 263, 250, 250, 250, 250]],
  ])('of %o falls with the solves', (given, scores) => {
    expect(solved.map((count) => dynamicScore(given, count))).toEqual(scores)
  })

  it('falls to the least with the second solve where the difficulty is 0', () => {
    expect([0, 1, 2, 3].map((count) => dynamicScore(curve(777, 0.3, 0), count))).toEqual([777, 777, 233, 233])
    expect(dynamicScore(curve(777, 0.3, -0), 2)).toBe(233)
  })

  it('stays where the least is all of it', () => {
    expect(solved.map((count) => dynamicScore(curve(300, 1, 4), count))).toEqual(solved.map(() => 300))
  })

  it('is whole, never rises, and stays between the least and the original', () => {
    fc.assert(
      fc.property(curves, fc.nat(500), (given, count) => {
        const score = dynamicScore(given, count)
        expect(Number.isInteger(score)).toBe(true)
        expect(score).toBeLessThanOrEqual(given.originalScore)
        expect(score).toBeGreaterThanOrEqual(Math.floor(given.originalScore * given.minScoreRate))
        expect(dynamicScore(given, count + 1)).toBeLessThanOrEqual(score)
      }),
    )
  })
})
