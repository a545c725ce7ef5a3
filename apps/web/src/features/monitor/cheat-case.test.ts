import type { CheatInfo } from '@pennant/contract/submission'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casesIn } from './cheat-case.ts'

const side = (id: number): CheatInfo['ownedTeam'] => ({
  id,
  team: { id: id + 100, name: `Team ${id}`, avatar: null },
  status: 'Accepted',
  division: null,
  divisionId: null,
})
const incident = (owner: number, sender: number, time: number, challenge = 'Buoy'): CheatInfo => ({
  ownedTeam: side(owner),
  submitTeam: side(sender),
  submission: {
    answer: 'flag{x}',
    status: 'CheatDetected',
    time,
    user: 'somebody',
    team: `Team ${sender}`,
    challenge,
  },
})

describe('cases of cheating', () => {
  it('are one for every pair of teams, no matter who has sent whose flag', () => {
    const cases = casesIn([incident(1, 2, 10), incident(2, 1, 30, 'Tide'), incident(3, 1, 20)])
    expect(cases.map(({ key, last, challenges }) => [key, last, challenges])).toEqual([
      ['1-2', 30, ['Tide', 'Buoy']],
      ['1-3', 20, ['Buoy']],
    ])
  })

  it('name both teams in the same order, and the newest incident first', () => {
    const [found] = casesIn([incident(7, 4, 1), incident(4, 7, 2)])
    expect(found?.teams.map(({ id, teamId }) => [id, teamId])).toEqual([
      [4, 104],
      [7, 107],
    ])
    expect(found?.incidents.map(({ submission }) => submission.time)).toEqual([2, 1])
  })

  it('hold every incident once', () => {
    const any = fc.record({
      owner: fc.integer({ min: 1, max: 5 }),
      sender: fc.integer({ min: 1, max: 5 }),
      time: fc.nat(100),
    })
    fc.assert(
      fc.property(fc.array(any), (list) => {
        const cases = casesIn(list.map(({ owner, sender, time }) => incident(owner, sender, time)))
        expect(cases.flatMap(({ incidents }) => incidents)).toHaveLength(list.length)
        expect(new Set(cases.map(({ key }) => key)).size).toBe(cases.length)
        expect(cases.map(({ last }) => last)).toEqual(
          cases.map(({ last }) => last).toSorted((one, other) => other - one),
        )
      }),
    )
  })
})
