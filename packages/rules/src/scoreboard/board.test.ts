import { gamePermissions } from '@pennant/contract/enums'
import { never } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import {
  type BoardChallenge,
  type BoardDivision,
  type BoardInput,
  type BoardTeam,
  createBoard,
  type Solve,
} from './board.ts'

const { All, AffectDynamicScore, GetBlood, GetScore, RankOverall } = gamePermissions
const game = { start: 1000, end: 2000, bloodBonus: 52_459_530 }

const challenge = (id: number, change: Partial<BoardChallenge> = {}): BoardChallenge => ({
  id,
  title: `Challenge ${id}`,
  category: 'Misc',
  originalScore: 1000,
  minScoreRate: 1,
  difficulty: 5,
  deadline: null,
  disableBloodBonus: false,
  ...change,
})
const team = (number: number, divisionId: number | null = null): BoardTeam => ({
  participationId: number,
  teamId: 100 + number,
  name: `Team ${number}`,
  bio: null,
  avatar: null,
  divisionId,
})
const division = (
  id: number,
  defaultPermissions: number,
  configs: [number, number][] = [],
): BoardDivision => ({
  id,
  name: `Division ${id}`,
  defaultPermissions,
  challengeConfigs: new Map(configs),
})
const solve = (participationId: number, challengeId: number, time: number, submissionId = time): Solve => ({
  participationId,
  challengeId,
  submissionId,
  time,
  userName: `player${participationId}`,
})
const boardOf = (change: Partial<BoardInput>) =>
  createBoard({
    game,
    divisions: [],
    challenges: [challenge(1), challenge(2)],
    teams: [1, 2, 3, 4, 5].map((number) => team(number)),
    solves: [],
    ...change,
  })

describe('a board without solves', () => {
  it('shows all teams with nothing, in the order of their ids', () => {
    const teams = [team(3), team(1), team(2)]
    expect(boardOf({ teams }).items()).toEqual(
      [101, 102, 103].map((id, index) => ({
        id,
        name: `Team ${id - 100}`,
        bio: null,
        avatar: null,
        divisionId: null,
        score: 0,
        rank: index + 1,
        divisionRank: null,
        lastSubmissionTime: never,
        solvedChallenges: [],
        solvedCount: 0,
      })),
    )
  })

  it('has the timeline of all, with nobody where nobody is', () => {
    expect(boardOf({ teams: [] }).timelines()).toEqual([{ divisionId: 0, teams: [] }])
  })

  it('is nothing where there is nothing', () => {
    const board = boardOf({ teams: [], challenges: [] })
    expect(board.items()).toEqual([])
    expect(board.challenges()).toEqual([])
    expect(board.divisions()).toEqual([])
  })
})

describe('a solve', () => {
  const scoresOf = (solves: Solve[], change: Partial<BoardInput> = {}) =>
    boardOf({ ...change, solves })
      .items()
      .flatMap((item) => item.solvedChallenges.map(({ score, type }) => [item.id - 100, score, type]))

  it('gives the score of its challenge, and the first three more', () => {
    expect(scoresOf([1, 2, 3, 4].map((number) => solve(number, 1, 1000 + number)))).toEqual([
      [1, 1050, 'FirstBlood'],
      [2, 1030, 'SecondBlood'],
      [3, 1010, 'ThirdBlood'],
      [4, 1000, 'Normal'],
    ])
  })

  it('lowers the score of all who have solved the challenge', () => {
    const board = boardOf({ challenges: [challenge(1, { minScoreRate: 0.25 })], solves: [solve(1, 1, 1100)] })
    expect(board.itemOf(1)?.score).toBe(1050)
    board.add(solve(2, 1, 1200))
    expect([1, 2].map((number) => board.itemOf(number)?.score)).toEqual([907, 890])
    expect(board.challengeOf(1)).toMatchObject({ score: 864, solved: 2 })
  })

  it('counts from the start to just before the end', () => {
    const times = [999, 1000, 1999, 2000]
    const scores = times.map((time) => scoresOf([solve(1, 1, time)]))
    expect(scores).toEqual([
      [[1, 0, 'Normal']],
      [[1, 1050, 'FirstBlood']],
      [[1, 1050, 'FirstBlood']],
      [[1, 0, 'Normal']],
    ])
  })

  it('counts up to the deadline and at it', () => {
    const challenges = [challenge(1, { deadline: 1500 })]
    expect(scoresOf([solve(1, 1, 1500)], { challenges })).toEqual([[1, 1050, 'FirstBlood']])
    expect(scoresOf([solve(1, 1, 1501)], { challenges })).toEqual([[1, 0, 'Normal']])
  })

  it('that comes too late leaves its mark neither on the challenge nor on the time of the team', () => {
    const board = boardOf({ solves: [solve(1, 1, 1200), solve(1, 2, 2000)] })
    expect(board.challengeOf(2)).toMatchObject({ solved: 0, bloods: [] })
    expect(board.itemOf(1)).toMatchObject({ lastSubmissionTime: 1200, solvedCount: 2, score: 1050 })
  })

  it('takes no blood where the challenge gives none', () => {
    const challenges = [challenge(1, { disableBloodBonus: true })]
    expect(scoresOf([solve(1, 1, 1200)], { challenges })).toEqual([[1, 1000, 'Normal']])
    const info = boardOf({ challenges, solves: [solve(1, 1, 1200)] }).challengeOf(1)
    expect(info).toMatchObject({ bloods: [], disableBloodBonus: true, solved: 1 })
  })

  it('takes blood without getting more for it where there is no bonus', () => {
    expect(scoresOf([solve(1, 1, 1200)], { game: { ...game, bloodBonus: 0 } })).toEqual([
      [1, 1000, 'FirstBlood'],
    ])
  })

  it('of the same millisecond comes after the one that was stored before', () => {
    expect(scoresOf([solve(1, 1, 1200, 8), solve(2, 1, 1200, 7)])).toEqual([
      [2, 1050, 'FirstBlood'],
      [1, 1030, 'SecondBlood'],
    ])
  })

  it('that comes to light late takes the place that is due to it', () => {
    const board = boardOf({ solves: [1, 2, 3].map((number) => solve(number, 1, 1100 + number)) })
    expect(board.items().map(({ id }) => id)).toEqual([101, 102, 103, 104, 105])
    board.add(solve(4, 1, 1050))
    expect(board.challengeOf(1)?.bloods.map(({ id }) => id)).toEqual([104, 101, 102])
    expect(board.items().map(({ id, score }) => [id, score])).toEqual([
      [104, 1050],
      [101, 1030],
      [102, 1010],
      [103, 1000],
      [105, 0],
    ])
  })

  it('is the only one of its team for its challenge', () => {
    const board = boardOf({ solves: [solve(1, 1, 1200)] })
    const items = board.items()
    board.add(solve(1, 1, 1100))
    expect(board.items()).toBe(items)
  })

  it('of a team or a challenge that is not there does not matter', () => {
    const board = boardOf({ solves: [solve(9, 1, 1100), solve(1, 9, 1100)] })
    expect(board.items().every(({ solvedCount }) => solvedCount === 0)).toBe(true)
    expect(board.challengeOf(1)?.solved).toBe(0)
  })
})

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

describe('what stays the same', () => {
  it('is the same object, team by team and challenge by challenge', () => {
    const challenges = [challenge(1), challenge(2)]
    const board = boardOf({ challenges, solves: [solve(1, 1, 1100), solve(1, 2, 1150), solve(2, 1, 1200)] })
    const before = { first: board.itemOf(1), third: board.itemOf(3), infos: board.challenges() }
    board.add(solve(2, 2, 1300))
    expect(board.itemOf(1)).toBe(before.first)
    expect(board.itemOf(3)).toBe(before.third)
    expect(board.challengeOf(1)).toBe(before.infos[0])
    expect(board.challengeOf(2)).not.toBe(before.infos[1])
  })

  it('is the whole answer after a solve that does not touch it', () => {
    const board = boardOf({ solves: [solve(1, 1, 1100)] })
    const [challenges, divisions] = [board.challenges(), board.divisions()]
    board.add(solve(2, 1, 2500))
    expect(board.challenges()).toBe(challenges)
    expect(board.divisions()).toBe(divisions)
  })
})
