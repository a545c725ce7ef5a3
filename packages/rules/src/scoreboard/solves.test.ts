import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SubmissionType } from '@pennant/contract/enums'
import type { ChallengeItem, ScoreboardItem } from '@pennant/contract/scoreboard'
import { byTeam, latestSolves, passedBy, pointsToNext, solvesOf, solvesSince } from './solves.ts'

const solve = (id: number, time: number, type: SubmissionType = 'Normal'): ChallengeItem => ({
  ...{ id, time, type, score: 100, userName: 'kai' },
})

const line = (
  id: number,
  rank: number,
  solvedChallenges: ChallengeItem[] = [],
  score = 0,
): ScoreboardItem => ({
  ...{ id, rank, solvedChallenges, score, name: `Team ${id}`, bio: null, avatar: null },
  ...{ divisionId: null, divisionRank: null, lastSubmissionTime: 0, solvedCount: solvedChallenges.length },
})

const brief = (solves: readonly { item: ScoreboardItem; solve: ChallengeItem }[]) =>
  solves.map(({ item, solve: { id, time } }) => [item.id, id, time])

describe('the solves between two boards', () => {
  it('are those of teams on both, in the order of solving', () => {
    const earlier = byTeam([line(1, 1, [solve(7, 10)]), line(2, 2), line(3, 3, [solve(7, 11)])])
    const later = [
      line(2, 1, [solve(8, 30), solve(7, 50)]),
      line(1, 2, [solve(7, 10), solve(8, 40)]),
      line(3, 3, [solve(7, 11)]),
      line(4, 4, [solve(7, 20)]),
    ]
    const fresh = solvesSince(earlier, later)
    expect(brief(fresh)).toEqual([
      [2, 8, 30],
      [1, 8, 40],
      [2, 7, 50],
    ])
    expect(fresh.map(({ before, item }) => [before.rank, item.rank])).toEqual([
      [2, 1],
      [1, 2],
      [2, 1],
    ])
  })

  it('are none when only values have changed', () => {
    const before = line(1, 1, [solve(7, 10)])
    const cheaper = { ...before, solvedChallenges: [{ ...solve(7, 10), score: 90 }] }
    expect(solvesSince(byTeam([before]), [cheaper])).toEqual([])
  })

  it('include one that was stored late, whatever came after it', () => {
    const earlier = byTeam([line(1, 1, [solve(7, 50)])])
    expect(brief(solvesSince(earlier, [line(1, 1, [solve(8, 20), solve(7, 50)])]))).toEqual([[1, 8, 20]])
  })
})

describe('the teams that a solve put behind', () => {
  const earlier = byTeam([line(1, 1), line(2, 2), line(3, 3), line(4, 4), line(9, 0)])
  const passed = (items: ScoreboardItem[], id: number) => {
    const item = items.find((one) => one.id === id)
    const before = earlier.get(id)
    if (item === undefined || before === undefined) throw new Error('no such team')
    return passedBy({ item, before }, earlier, items).map((one) => one.id)
  }

  it('are those between its old rank and its new one, the best placed first', () => {
    expect(passed([line(1, 1), line(4, 2), line(2, 3), line(3, 4), line(9, 0)], 4)).toEqual([2, 3])
  })
  it('are none when the rank stays or falls', () => {
    expect(passed([line(1, 1), line(2, 2), line(3, 3), line(4, 4)], 2)).toEqual([])
    expect(passed([line(2, 1), line(1, 2), line(3, 3), line(4, 4)], 1)).toEqual([])
  })
  it('are not those that others put behind', () => {
    // The second fell behind the fourth by the solve of the fourth, and the third rose, too.
    expect(passed([line(3, 1), line(4, 2), line(1, 3), line(2, 4)], 4)).toEqual([1, 2])
  })
  it('are none for a team without a rank', () => {
    expect(passed([line(1, 1), line(9, 0)], 9)).toEqual([])
  })
})

describe('the solves of a board', () => {
  const items = [
    line(1, 1, [solve(7, 10, 'SecondBlood'), solve(8, 30)]),
    line(2, 2, [solve(7, 5, 'FirstBlood'), solve(9, 40)]),
    line(3, 3),
  ]

  it('of one challenge are in the order of solving', () => {
    expect(brief(solvesOf(items, 7))).toEqual([
      [2, 7, 5],
      [1, 7, 10],
    ])
    expect(solvesOf(items, 99)).toEqual([])
  })

  it('are the latest first, as many as wanted', () => {
    expect(brief(latestSolves(items, 3))).toEqual([
      [2, 9, 40],
      [1, 8, 30],
      [1, 7, 10],
    ])
    expect(latestSolves(items, 0)).toEqual([])
  })

  it('are those of a full sort, on any board', () => {
    const times = fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }), { maxLength: 12 })
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 20 }), (teams, most) => {
        const lines = teams.map((ofTeam, at) =>
          line(
            at + 1,
            at + 1,
            ofTeam.toSorted((a, b) => a - b).map((time, index) => solve(index + 1, time)),
          ),
        )
        const all = lines
          .flatMap((item) => item.solvedChallenges.map((one) => ({ item, solve: one })))
          .toSorted((a, b) => b.solve.time - a.solve.time || b.solve.id - a.solve.id || b.item.id - a.item.id)
        expect(brief(latestSolves(lines, most))).toEqual(brief(all.slice(0, most)))
      }),
    )
  })
})

describe('the points to the place above', () => {
  const items = [line(1, 1, [], 300), line(8, 0, [], 250), line(2, 2, [], 200), line(3, 3, [], 200)]
  it.each([
    [1, null],
    [2, 100],
    [3, 0],
    [8, null],
    [99, null],
  ])('of team %i are %s', (id, points) => expect(pointsToNext(items, id)).toBe(points))
})
