import { describe, expect, it } from 'vitest'
import type { ChallengeCategory } from '@pennant/contract/enums'
import { nextChallenge } from './next-challenge.ts'

const challenge = (id: number, score: number, more: { [member: string]: unknown } = {}) => ({
  ...{ id, score, category: 'Web' as ChallengeCategory, solved: 0, ours: false, closed: false },
  ...more,
})

const from = challenge(1, 200, { ours: true })
const nextOf = (others: ReturnType<typeof challenge>[], busy: number[] = []): number | null =>
  nextChallenge([from, ...others], from, new Set(busy))?.id ?? null

describe('the challenge after a solve', () => {
  it('is of the same category, with the next higher points', () => {
    const others = [
      challenge(2, 500),
      challenge(3, 300),
      challenge(4, 250, { category: 'Pwn', solved: 90 }),
      challenge(5, 100, { solved: 99 }),
    ]
    expect(nextOf(others)).toBe(3)
  })

  it('is the one that most teams have solved, where the category has none with more points', () => {
    const others = [
      challenge(2, 200, { solved: 5 }),
      challenge(3, 100, { solved: 7 }),
      challenge(4, 900, { category: 'Pwn', solved: 9 }),
    ]
    expect(nextOf(others)).toBe(4)
  })

  it('is neither solved nor closed', () => {
    const others = [challenge(2, 300, { ours: true }), challenge(3, 400, { closed: true }), challenge(4, 500)]
    expect(nextOf(others)).toBe(4)
  })

  it('is where no teammate is, unless there is one everywhere', () => {
    const others = [challenge(2, 300), challenge(3, 50, { solved: 2 }), challenge(4, 60, { solved: 1 })]
    expect(nextOf(others, [2])).toBe(3)
    expect(nextOf(others, [2, 3])).toBe(4)
    expect(nextOf(others, [2, 3, 4])).toBe(2)
  })

  it('keeps the order of the list among equals', () => {
    expect(nextOf([challenge(8, 300), challenge(2, 300)])).toBe(8)
    expect(nextOf([challenge(9, 100, { solved: 3 }), challenge(3, 100, { solved: 3 })])).toBe(9)
  })

  it('is none when nothing is left', () => {
    expect(nextOf([])).toBeNull()
    expect(nextOf([challenge(2, 300, { ours: true })])).toBeNull()
  })
})
