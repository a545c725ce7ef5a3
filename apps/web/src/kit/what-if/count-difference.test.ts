import { describe, expect, it } from 'vitest'
import { countDifference, leadPoints } from './count-difference.ts'

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
    expect(countDifference({ teams })).toEqual({ lose: 2, gain: 1, move: 3, lost: { total: 250, most: 200 } })
  })

  it('leave out teams that come or go', () => {
    const teams = [
      { id: 1, name: 'One', before: standing(1, 500), after: null },
      { id: 2, name: 'Two', before: null, after: standing(1, 450) },
    ]
    expect(countDifference({ teams })).toEqual({ lose: 0, gain: 0, move: 0, lost: { total: 0, most: 0 } })
  })

  it('name the points of who leads before and after', () => {
    const teams = [
      { id: 1, name: 'One', before: standing(1, 1957), after: standing(2, 1050) },
      { id: 2, name: 'Two', before: standing(2, 1400), after: standing(1, 1400) },
    ]
    const [one, two] = [
      { id: 1, name: 'One' },
      { id: 2, name: 'Two' },
    ]
    expect(leadPoints({ teams, leader: { before: one, after: two } })).toEqual({ before: 1957, after: 1400 })
    expect(leadPoints({ teams, leader: { before: one, after: one } })).toEqual({ before: 1957, after: 1050 })
    const third = { id: 3, name: 'Three' }
    expect(leadPoints({ teams, leader: { before: third, after: third } })).toBeNull()
    expect(leadPoints({ teams, leader: { before: one, after: null } })).toBeNull()
  })
})
