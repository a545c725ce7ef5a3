import { gamePermissions } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { boardOf, challenge, division, solve, team } from './small-game.suite.ts'

const { All, RankOverall } = gamePermissions

describe('the challenges', () => {
  it('stand by category, then by title, letter by letter, then by id', () => {
    const challenges = [
      challenge(1, { category: 'OSINT', title: 'A' }),
      challenge(2, { category: 'Crypto', title: 'b' }),
      challenge(5, { category: 'Crypto', title: 'B' }),
      challenge(4, { category: 'Crypto', title: 'B' }),
      challenge(3, { category: 'Misc', title: 'Z' }),
    ]
    expect(
      boardOf({ challenges })
        .challenges()
        .map(({ id }) => id),
    ).toEqual([3, 4, 5, 2, 1])
  })

  it('stand as organizers have put them within their category, and those without a place behind them', () => {
    const challenges = [
      challenge(1, { title: 'A', position: null }),
      challenge(2, { title: 'C', position: 1 }),
      challenge(3, { title: 'B', position: 7 }),
      challenge(4, { title: 'A', category: 'Web', position: 2 }),
      challenge(5, { title: 'AA' }),
    ]
    expect(
      boardOf({ challenges })
        .challenges()
        .map(({ id }) => id),
    ).toEqual([2, 3, 1, 5, 4])
  })

  it('name those who were first', () => {
    const avatar = '/assets/abc/avatar'
    const board = boardOf({ teams: [{ ...team(1), avatar }], solves: [solve(1, 1, 1100)] })
    expect(board.challengeOf(1)).toEqual({
      id: 1,
      title: 'Challenge 1',
      category: 'Misc',
      score: 1000,
      solved: 1,
      deadline: null,
      bloods: [{ id: 101, name: 'Team 1', avatar, submitTimeUtc: 1100 }],
      disableBloodBonus: false,
    })
  })
})

describe('the divisions', () => {
  it('are shown with what they allow, also without teams', () => {
    expect(boardOf({ divisions: [division(7, 3, [[2, 512]]), division(5, 1)] }).divisions()).toEqual([
      {
        id: 7,
        name: 'Division 7',
        defaultPermissions: 3,
        challengeConfigs: { 2: { challengeId: 2, permissions: 512 } },
      },
      { id: 5, name: 'Division 5', defaultPermissions: 1, challengeConfigs: {} },
    ])
  })
})

describe('the timelines', () => {
  it('add up, solve by solve, also those that give nothing', () => {
    const solves = [solve(1, 2, 1300), solve(1, 1, 1100), solve(1, 3, 2100)]
    const challenges = [challenge(1), challenge(2), challenge(3)]
    expect(boardOf({ teams: [team(1)], challenges, solves }).timelines()).toEqual([
      {
        divisionId: 0,
        teams: [
          {
            id: 101,
            name: 'Team 1',
            items: [
              { time: 1100, score: 1050 },
              { time: 1300, score: 2100 },
              { time: 2100, score: 2100 },
            ],
          },
        ],
      },
    ])
  })

  it('show the best ten of all who are ranked, and of each division in the order of the ranking', () => {
    const divisions = [division(7, All), division(8, All - RankOverall), division(9, All)]
    const teams = Array.from({ length: 24 }, (_, index) => team(index + 1, index % 2 === 0 ? 8 : 7))
    const solves = teams.map(({ participationId }) => solve(participationId, 1, 1000 + participationId))
    const lines = boardOf({ divisions, teams, solves })
      .timelines()
      .map(({ divisionId, teams: best }) => [divisionId, best.map(({ id }) => id - 100)])
    expect(lines).toEqual([
      [0, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]],
      [8, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]],
      [7, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]],
    ])
  })
})
