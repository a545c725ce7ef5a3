import type { CheatInfo } from '@pennant/contract/submission'
import type { Trace } from '@pennant/contract/watch'
import { describe, expect, it } from 'vitest'
import { linesIn } from './trace-line.ts'

const trace = (time: number, kind: Trace['kind'], challenge = 'Buoy', text: string | null = null): Trace => ({
  time,
  kind,
  userId: null,
  user: null,
  challengeId: 1,
  challenge,
  text,
  address: null,
})
const side = (id: number): CheatInfo['ownedTeam'] => ({
  id,
  team: { id, name: `Team ${id}`, avatar: null },
  status: 'Accepted',
  division: null,
  divisionId: null,
})
const copied: CheatInfo = {
  ownedTeam: side(1),
  submitTeam: side(2),
  submission: { answer: 'flag{1}', status: 'CheatDetected', time: 30, user: '', team: '', challenge: 'Buoy' },
}
const sources = [
  { id: 1, traces: [trace(30, 'Submitted'), trace(10, 'Opened')] },
  { id: 2, traces: [trace(30, 'Submitted'), trace(20, 'Started', 'Tide')] },
]

describe('the steps of two teams', () => {
  it('stand in one order of time, with the copied flag of its sender marked', () => {
    expect(
      linesIn(sources, [copied], null).map(({ by, time, copied: marked }) => [by, time, marked]),
    ).toEqual([
      [1, 10, false],
      [2, 20, false],
      [1, 30, false],
      [2, 30, true],
    ])
  })

  it('can be those of one challenge', () => {
    expect(linesIn(sources, [copied], 'Tide').map(({ time }) => time)).toEqual([20])
  })
})
