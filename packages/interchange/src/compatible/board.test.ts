import { gamePermissions } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { type BoardRows, boardDifference, literalBoard } from './board.ts'

const challenge = {
  ...{
    id: 1,
    isEnabled: true,
    originalScore: 1000,
    minScoreRate: 0.25,
    difficulty: 5,
    deadline: null,
    hasBonus: true,
  },
}
const solve = (participationId: number, time: number, challengeId = 1) => ({
  ...{ participationId, challengeId, submissionId: participationId, time },
})
const rows = (more: Partial<BoardRows> = {}): BoardRows => ({
  ...{
    start: 100,
    end: 200,
    bloodBonus: 52_459_530,
    divisions: new Map(),
    challenges: [challenge],
    solves: [],
  },
  participations: [1, 2, 3, 4].map((id) => ({ id, teamId: id * 10, divisionId: null })),
  ...more,
})
const scores = (given: BoardRows) =>
  literalBoard(given).map(({ teamId, rank, score }) => [teamId, rank, score])

describe('a board by the literal reading', () => {
  it('has the bonus of the first three, and falls with each solve', () => {
    // 250 + 750 · e^(-3/5) = 661.6
    expect(scores(rows({ solves: [1, 2, 3, 4].map((id) => solve(id, 100 + id)) }))).toEqual([
      [10, 1, 694],
      [20, 2, 681],
      [30, 3, 668],
      [40, 4, 661],
    ])
  })

  it('gives nothing before the start, from the end on, and after the deadline', () => {
    const late = { ...challenge, deadline: 150 }
    const given = rows({
      challenges: [late],
      solves: [solve(1, 99), solve(2, 200), solve(3, 151), solve(4, 150)],
    })
    expect(scores(given)).toEqual([
      [40, 1, 1050],
      [10, 2, 0],
      [20, 3, 0],
      [30, 4, 0],
    ])
    expect(literalBoard(given)[1]?.solves).toHaveLength(1)
  })

  it('goes by the bits of the division, and by those of a challenge in their place', () => {
    const bits = gamePermissions.All
    const divisions = new Map([
      [1, { permissions: bits & ~gamePermissions.RankOverall, challenges: new Map([[1, 0]]) }],
    ])
    const participations = [
      { id: 1, teamId: 10, divisionId: 1 },
      { id: 2, teamId: 20, divisionId: null },
    ]
    const lines = literalBoard(rows({ divisions, participations, solves: [solve(1, 110), solve(2, 120)] }))
    expect(lines.map(({ teamId, rank, divisionRank, score }) => [teamId, rank, divisionRank, score])).toEqual(
      [
        [20, 1, null, 1050],
        [10, 0, 1, 0],
      ],
    )
  })

  it('leaves out disabled challenges', () => {
    expect(
      scores(rows({ challenges: [{ ...challenge, isEnabled: false }], solves: [solve(1, 110)] }))[0],
    ).toEqual([10, 1, 0])
  })
})

describe('the difference of two boards', () => {
  const board = literalBoard(rows({ solves: [solve(1, 110), solve(2, 120)] }))

  it('is none where teams with equal points and times change places', () => {
    const [first, second, third, fourth] = board
    if (first === undefined || second === undefined || third === undefined || fourth === undefined)
      throw new Error('no board')
    const swapped = [first, second, { ...fourth, rank: 3 }, { ...third, rank: 4 }]
    expect(boardDifference(board, swapped)).toBeNull()
    const [one, other] = [
      { ...third, divisionId: 1, divisionRank: 1 },
      { ...fourth, divisionId: 2, divisionRank: 1 },
    ]
    const across = [first, second, { ...other, rank: 3 }, { ...one, rank: 4 }]
    expect(boardDifference([first, second, one, other], across)).toBeNull()
    expect(boardDifference(board, [{ ...first, rank: 2 }, { ...second, rank: 1 }, third, fourth])).toContain(
      'ranks',
    )
    expect(boardDifference(board, [{ ...first, score: 1 }, second, third, fourth])).toContain('team 10')
    expect(boardDifference(board, [{ ...first, solves: [] }, second, third, fourth])).toContain('team 10')
    expect(boardDifference(board, [first, second, third])).toBe('4 teams there, 3 here')
  })
})
