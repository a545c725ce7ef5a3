import { participationStatusNames } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { leaveGame, mayLeave } from './leave.ts'

describe('leaving a game', () => {
  it('is open to those who wait and to the rejected only', () => {
    expect(participationStatusNames.filter(mayLeave)).toEqual(['Pending', 'Rejected'])
  })

  it.each([
    ['Pending', 0, 'removed'],
    ['Rejected', 0, 'removed'],
    ['Pending', 1, 'kept'],
    ['Rejected', 4, 'kept'],
    ['Accepted', 0, { refused: 'participation.decided' }],
    ['Accepted', 1, { refused: 'participation.decided' }],
    ['Suspended', 0, { refused: 'participation.decided' }],
    ['Unsubmitted', 1, { refused: 'participation.decided' }],
  ] as const)('of a team that is %s with %i others: %j', (status, others, outcome) => {
    expect(leaveGame(status, others)).toEqual(outcome)
  })
})
