import { participationStatusNames } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { review } from './review.ts'

const divisions = [1, 2]

describe('deciding on a participation', () => {
  it('leads from any status to any', () => {
    for (const from of participationStatusNames)
      for (const status of participationStatusNames)
        expect(review({ status: from, divisionId: null }, { status }, divisions)).toEqual({
          status,
          divisionId: null,
          acceptedNow: status === 'Accepted' && from !== 'Accepted',
        })
  })

  it('leaves the status alone where none is sent', () => {
    const accepted = { status: 'Accepted', divisionId: 1 } as const
    expect(review(accepted, { divisionId: 2 }, divisions)).toEqual({
      status: 'Accepted',
      divisionId: 2,
      acceptedNow: false,
    })
  })

  it.each([
    ['is taken away when absent', {}, null],
    ['is taken away by null', { divisionId: null }, null],
    ['is replaced by another of the game', { divisionId: 2 }, 2],
    ['stays when one is sent that the game does not have', { divisionId: 3 }, 1],
    ['stays when it is sent along with a status', { divisionId: 1, status: 'Suspended' }, 1],
    ['is cleared by a rejection, whatever is sent', { divisionId: 2, status: 'Rejected' }, null],
  ] as const)('the division %s', (_, edit, divisionId) => {
    expect(review({ status: 'Pending', divisionId: 1 }, edit, divisions).divisionId).toBe(divisionId)
  })
})
