import { describe, expect, it } from 'vitest'
import { rowChecksum } from './row-checksum.ts'

const row = (id: number, score: number, rank: number) => ({ id, score, rank })

describe('the check sum of the rows of a board', () => {
  it.each([
    ['no rows', [], '811c9dc5'],
    ['one row', [row(1, 0, 1)], '5c4d1b2d'],
    ['a team without a rank', [row(12, 1_500, 0)], '5425b834'],
    ['three rows', [row(7, 2_950, 1), row(3, 2_950, 2), row(2_147_483_647, -40, 3)], '54b76d67'],
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
      [one],
    ].map(rowChecksum)
    expect(new Set(sums).size).toBe(sums.length)
  })
})
