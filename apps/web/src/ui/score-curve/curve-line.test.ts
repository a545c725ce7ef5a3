import { describe, expect, it } from 'vitest'
import { curvePoints, milestones, pathOf, mostSolvesOf } from './curve-line.ts'

const curve = { originalScore: 1000, minScoreRate: 0.25, difficulty: 5 }

describe('the curve of a score', () => {
  it('reaches far enough to show what is left, and not without end', () => {
    expect(mostSolvesOf(curve)).toBe(32)
    expect(mostSolvesOf({ ...curve, difficulty: 0 })).toBe(12)
    expect(mostSolvesOf({ ...curve, difficulty: 1_000_000 })).toBe(600)
  })

  it('begins at the original score and never falls below the least', () => {
    const points = curvePoints(curve)
    expect(points).toHaveLength(33)
    expect(points.slice(0, 3)).toEqual([
      { solves: 0, points: 1000 },
      { solves: 1, points: 1000 },
      { solves: 2, points: 864 },
    ])
    expect(points.every(({ points: worth }) => worth >= 250)).toBe(true)
  })

  it('is drawn from the upper left to the lower right', () => {
    const points = [
      { solves: 0, points: 100 },
      { solves: 10, points: 25 },
    ]
    expect(pathOf(points, { width: 200, height: 80, mostSolves: 10, top: 100 })).toBe('M0.0 0.0L200.0 60.0')
    expect(pathOf(points, { width: 200, height: 80, mostSolves: 10, top: 0 })).toBe('M0.0 80.0L200.0 80.0')
  })

  it('is told at a few places', () => {
    expect(milestones(curve).map(({ solves }) => solves)).toEqual([1, 2, 5, 10, 20])
    expect(milestones(curve)[1]).toEqual({ solves: 2, points: 864 })
  })
})
