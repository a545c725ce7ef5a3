import { expect, it } from 'vitest'
import { rankedWith } from './ranked.ts'

const student = { rank: 1, divisionId: 1, divisionRank: 1 }
const guest = { rank: 0, divisionId: 2, divisionRank: 1 }
const lost = { rank: 0, divisionId: 2, divisionRank: 0 }
const single = { rank: 2, divisionId: null, divisionRank: null }
const all = [student, guest, { ...guest, divisionRank: 2 }, lost, single]

it('counts the teams of a division without an overall rank', () => {
  expect(rankedWith(all, guest)).toEqual({ overall: 2, division: 2 })
})

it('counts the teams with an overall rank, and those of a division that has one', () => {
  expect(rankedWith(all, student)).toEqual({ overall: 2, division: 1 })
})
