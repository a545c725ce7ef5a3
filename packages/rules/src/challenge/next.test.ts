import { describe, expect, it } from 'vitest'
import { type NextCandidate, nextChallenges } from './next.ts'

const of = (id: number, over: Partial<NextCandidate> = {}): NextCandidate => ({
  ...{ id, category: 'Web', score: 100 * id, solved: 0, deadline: null },
  ...over,
})
const nobody = { now: 1_000, isSolved: () => false, isBusy: () => false, after: null }
const ids = (all: readonly NextCandidate[], known: Partial<Parameters<typeof nextChallenges>[1]> = {}) =>
  nextChallenges(all, { ...nobody, ...known }).map(({ id }) => id)

describe('the challenge to try next', () => {
  it('is the one most teams have solved, and the older one of equals', () => {
    expect(ids([of(1, { solved: 2 }), of(2, { solved: 9 }), of(4), of(3)])).toEqual([2, 1, 3, 4])
  })

  it('is the next higher of the category in which one was just solved, whoever has solved it', () => {
    const all = [of(1, { solved: 50 }), of(5), of(3), of(4, { category: 'Pwn', solved: 9 })]
    expect(ids(all, { after: { category: 'Web', score: 200 } })).toEqual([3, 5, 1, 4])
    expect(ids(all, { after: { category: 'Web', score: 500 } })).toEqual([1, 4, 3, 5])
    expect(ids(all, { after: { category: 'Crypto', score: 0 } })).toEqual([1, 4, 3, 5])
  })

  it('is one that no teammate has open, before all else', () => {
    const all = [of(1, { solved: 50 }), of(2), of(3, { category: 'Pwn' })]
    expect(ids(all, { isBusy: (id) => id !== 3, after: { category: 'Web', score: 0 } })).toEqual([3, 1, 2])
  })

  it('is neither solved nor closed', () => {
    const all = [of(1), of(2, { deadline: 1_000 }), of(3, { deadline: 1_001 })]
    expect(ids(all, { isSolved: (id) => id === 1 })).toEqual([3])
    expect(ids([])).toEqual([])
  })
})
