import { describe, expect, it } from 'vitest'
import { rowChecksum } from './row-checksum.ts'

const row = (id: number, score: number, rank: number, solvedCount = 0) => ({ id, score, rank, solvedCount })

describe('the check sum of the rows of a board', () => {
  it.each([
    ['no rows', [], '811c9dc5'],
    ['one row', [row(1, 0, 1)], '7a613314'],
    ['a team without a rank', [row(12, 1_500, 0, 3)], 'ae61a254'],
    ['three rows', [row(7, 2_950, 1, 9), row(3, 2_950, 2, 7), row(2_147_483_647, -40, 3)], '761dc2c1'],
  ])('is exact: %s', (_what, rows, sum) => {
    expect(rowChecksum(rows)).toBe(sum)
  })

  it('tells the order of rows, and each of their numbers', () => {
    const [one, other] = [row(1, 100, 1), row(2, 90, 2)]
    const sums = [
      [one, other],
      [other, one],
      [row(3, 100, 1), other],
      [row(1, 101, 1), other],
      [row(1, 100, 0), other],
      [row(1, 100, 1, 1), other],
      [one],
    ].map(rowChecksum)
    expect(new Set(sums).size).toBe(sums.length)
  })
})
