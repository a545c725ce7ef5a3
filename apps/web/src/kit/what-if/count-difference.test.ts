import { describe, expect, it } from 'vitest'
import { countDifference } from './count-difference.ts'

const standing = (rank: number, points: number, divisionRank: number | null = null) => ({
  rank,
  divisionRank,
  points,
})

describe('the figures of a difference', () => {
  it('count teams that lose and gain points, and those that move', () => {
    const teams = [
      { id: 1, name: 'One', before: standing(1, 500), after: standing(2, 300) },
      { id: 2, name: 'Two', before: standing(2, 400), after: standing(1, 450) },
      { id: 3, name: 'Three', before: standing(3, 100), after: standing(3, 50) },
      { id: 4, name: 'Four', before: standing(0, 90, 2), after: standing(0, 90, 1) },
    ]
    expect(countDifference({ teams })).toEqual({ lose: 2, gain: 1, move: 3 })
  })

  it('leave out teams that come or go', () => {
    const teams = [
      { id: 1, name: 'One', before: standing(1, 500), after: null },
      { id: 2, name: 'Two', before: null, after: standing(1, 450) },
    ]
    expect(countDifference({ teams })).toEqual({ lose: 0, gain: 0, move: 0 })
  })
})
