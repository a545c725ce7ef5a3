import { gamePermissions } from '@pennant/contract/enums'
import { never } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import { boardOf, challenge, division, solve, team } from './small-game.suite.ts'

const { All, AffectDynamicScore, GetBlood, GetScore, RankOverall } = gamePermissions

describe('permissions', () => {
  const only = (permissions: number) => ({
    divisions: [division(7, permissions)],
    teams: [team(1, 7), team(2)],
    challenges: [challenge(1, { minScoreRate: 0.25 })],
    solves: [solve(1, 1, 1100), solve(2, 1, 1200)],
  })

  it('a blood place needs no permission to score', () => {
    const board = boardOf(only(GetBlood))
    expect(board.itemOf(1)).toMatchObject({
      score: 0,
      lastSubmissionTime: never,
      solvedChallenges: [{ score: 0, type: 'FirstBlood' }],
    })
    expect(board.itemOf(2)?.solvedChallenges).toMatchObject([{ score: 1030, type: 'SecondBlood' }])
    expect(board.challengeOf(1)).toMatchObject({ solved: 1, score: 1000, bloods: [{ id: 101 }, { id: 102 }] })
  })

  it('a team may score without taking blood or lowering the score', () => {
    const board = boardOf(only(GetScore))
    expect(board.itemOf(1)).toMatchObject({ score: 1000, lastSubmissionTime: 1100 })
    expect(board.itemOf(2)?.solvedChallenges).toMatchObject([{ type: 'FirstBlood' }])
    expect(board.challengeOf(1)?.solved).toBe(1)
  })

  it('a team may lower the score without having anything of it', () => {
    const board = boardOf(only(AffectDynamicScore))
    expect(board.itemOf(1)?.solvedChallenges).toMatchObject([{ score: 0, type: 'Normal' }])
    expect(board.challengeOf(1)).toMatchObject({ solved: 2, score: 864 })
  })

  it('an entry for the challenge replaces what the division allows', () => {
    const divisions = [division(7, All, [[1, 0]])]
    const board = boardOf({ ...only(0), divisions, challenges: [challenge(1), challenge(2)] })
    board.add(solve(1, 2, 1300))
    expect(board.itemOf(1)?.solvedChallenges).toMatchObject([
      { id: 1, score: 0, type: 'Normal' },
      { id: 2, score: 1050, type: 'FirstBlood' },
    ])
  })

  it('a division that does not exist is none', () => {
    const board = boardOf({ ...only(0), teams: [team(1, 8), team(2)] })
    expect(board.itemOf(1)).toMatchObject({ divisionId: null, divisionRank: null, rank: 1, score: 907 })
    expect(board.timelines()).toHaveLength(1)
  })
})

describe('the ranking', () => {
  it('puts the earlier one first where the score is the same, and who has never scored before all', () => {
    const challenges = [challenge(1), challenge(2), challenge(3, { originalScore: 0 })].map((one) => ({
      ...one,
      disableBloodBonus: true,
    }))
    const solves = [solve(1, 1, 1300), solve(2, 2, 1200), solve(3, 3, 1100)]
    const items = boardOf({ challenges, solves }).items()
    expect(items.map(({ id }) => id)).toEqual([102, 101, 104, 105, 103])
    expect(items.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
  })

  it('passes over teams that are not ranked, but not in their division', () => {
    const divisions = [division(7, All - RankOverall), division(8, All)]
    const teams = [team(1, 7), team(2, 8), team(3, 7), team(4)]
    const solves = [1, 2, 3, 4].map((number) => solve(number, 1, 1000 + number))
    const items = boardOf({ divisions, teams, solves }).items()
    expect(items.map(({ id, rank, divisionRank }) => [id, rank, divisionRank])).toEqual([
      [101, 0, 1],
      [102, 1, 1],
      [103, 0, 2],
      [104, 2, null],
    ])
  })

  it('reads the right to be ranked from the division, not from an entry for a challenge', () => {
    const divisions = [division(7, All, [[1, 0]])]
    expect(boardOf({ divisions, teams: [team(1, 7)] }).itemOf(1)?.rank).toBe(1)
  })
})
