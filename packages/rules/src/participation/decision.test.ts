import { describe, expect, it } from 'vitest'
import { participationStatusNames } from '@pennant/contract/enums'
import { decisionsFrom } from './decision.ts'

describe('what an organizer is offered', () => {
  it.each([
    ['Pending', ['Accepted', 'Rejected']],
    ['Accepted', ['Suspended', 'Rejected']],
    ['Suspended', ['Accepted', 'Rejected']],
    ['Rejected', ['Accepted', 'Pending']],
    ['Unsubmitted', []],
  ] as const)('of a participation that is %s is %j', (status, decisions) => {
    expect(decisionsFrom(status)).toEqual(decisions)
  })

  it('never leads to where it came from, and always on to being accepted', () => {
    for (const status of participationStatusNames)
      for (const next of decisionsFrom(status)) {
        expect(next).not.toBe(status)
        expect(next === 'Accepted' || decisionsFrom(next).includes('Accepted')).toBe(true)
      }
  })
})
