import type { WatchedChallenge } from '@pennant/contract/watch'
import { describe, expect, it } from 'vitest'
import { inOrder, shareOf, sortNamed } from './challenge-order.ts'

const challenge = (id: number, changes: Partial<WatchedChallenge> = {}): WatchedChallenge => ({
  id,
  title: `Challenge ${id}`,
  category: 'Misc',
  isEnabled: true,
  score: 100,
  solves: 0,
  wrong: 0,
  tried: 0,
  instances: 0,
  firstSolve: null,
  lastSolve: null,
  ...changes,
})

const all = [
  challenge(1, { solves: 2, tried: 3 }),
  challenge(2, { tried: 4, wrong: 9, title: 'Anvil' }),
  challenge(3, { isEnabled: false, tried: 1, solves: 9 }),
  challenge(4, { solves: 5, tried: 5 }),
]
const stuck = new Set([2])
const ids = (by: string, descending: boolean): number[] =>
  inOrder(all, sortNamed(by, descending), stuck).map(({ id }) => id)

describe('the challenges of an overview', () => {
  it('begin with what is stuck, then what is solved most, and end with what is disabled', () => {
    expect(ids('', true)).toEqual([2, 4, 1, 3])
    expect(ids('made up', true)).toEqual([2, 4, 1, 3])
  })

  it('are sorted as was asked', () => {
    expect(ids('wrong', true)[0]).toBe(2)
    expect(ids('title', false)[0]).toBe(2)
    expect(ids('solves', true)).toEqual([3, 4, 1, 2])
    expect(ids('solves', false)).toEqual([2, 1, 4, 3])
  })

  it('tell the share of the teams that have solved one, also before there are any', () => {
    expect(shareOf(1, 4)).toBe(0.25)
    expect(shareOf(0, 0)).toBe(0)
    expect(shareOf(5, 4)).toBe(1)
  })
})
