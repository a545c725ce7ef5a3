import { describe, expect, it } from 'vitest'
import { type LiveSolve, solveInNotice, withoutRepeats } from './live-solve.ts'

const solve = (team: string, challenge: string): LiveSolve => ({
  ...{ team, challenge, challengeId: 1, place: 0, time: 0, isOwn: false },
})

describe('a solve on the live line', () => {
  it('is read from the notice of a blood, and from no other', () => {
    const notice = { id: 7, values: ['Gulls', 'Buoy'], time: 40 }
    expect(solveInNotice({ ...notice, type: 'SecondBlood' }, 'Terns')).toEqual({
      ...{ team: 'Gulls', challenge: 'Buoy', challengeId: null, place: 2, time: 40, isOwn: false },
    })
    expect(solveInNotice({ ...notice, type: 'FirstBlood' }, 'Gulls')).toMatchObject({ place: 1, isOwn: true })
    expect(solveInNotice({ ...notice, type: 'Normal' }, null)).toBeNull()
    expect(solveInNotice({ ...notice, type: 'NewHint' }, null)).toBeNull()
  })

  it('is told once, whichever source tells it again', () => {
    const known = [solve('Gulls', 'Buoy')]
    const more = [
      solve('Gulls', 'Buoy'),
      solve('Terns', 'Buoy'),
      solve('Gulls', 'Berth'),
      solve('Terns', 'Buoy'),
    ]
    expect(withoutRepeats(known, more)).toEqual([solve('Terns', 'Buoy'), solve('Gulls', 'Berth')])
  })
})
