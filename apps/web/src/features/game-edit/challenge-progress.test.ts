import type { WatchedChallenge } from '@pennant/contract/watch'
import { describe, expect, it } from 'vitest'
import { isStuck, progressIn, shareOf } from './challenge-progress.ts'

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
  challenge(3, { isEnabled: false, tried: 1 }),
  challenge(4, { solves: 5, tried: 5 }),
]
const ids = (challenges: readonly WatchedChallenge[]): number[] => challenges.map(({ id }) => id)

describe('how far the challenges of a game are', () => {
  it('calls a challenge stuck that was tried and not solved, unless it is switched off', () => {
    expect(ids(all.filter(isStuck))).toEqual([2])
    expect(isStuck(challenge(5))).toBe(false)
  })

  it('shows what is stuck first, then what is solved most', () => {
    expect(ids(progressIn(all, null, false))).toEqual([2, 4, 1, 3])
  })

  it('sorts as it was asked to', () => {
    expect(ids(progressIn(all, 'wrong', true))[0]).toBe(2)
    expect(ids(progressIn(all, 'title', false))[0]).toBe(2)
    expect(ids(progressIn(all, 'solves', true))).toEqual([4, 1, 2, 3])
  })

  it('tells the share of the teams that have solved it, also before there are any', () => {
    expect(shareOf(1, 4)).toBe(0.25)
    expect(shareOf(0, 0)).toBe(0)
    expect(shareOf(5, 4)).toBe(1)
  })
})
