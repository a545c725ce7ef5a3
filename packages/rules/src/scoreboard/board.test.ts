import { gamePermissions } from '@pennant/contract/enums'
import { never } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import type { BoardInput, Solve } from './board.ts'
import { boardOf, challenge, division, game, solve, team } from './small-game.suite.ts'

const { All } = gamePermissions

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

  it('are the timelines when a blood goes to somebody else without a point of difference', () => {
    const solves = [1, 2].map((number) => solve(number, 1, 1100 + number))
    const board = boardOf({
      game: { ...game, bloodBonus: 0 },
      teams: [1, 2, 3].map((one) => team(one, one)),
      divisions: [1, 2].map((one) => division(one, All)),
      solves,
    })
    const before = board.timelines().filter(({ divisionId }) => divisionId !== 0)
    const items = board.items()
    board.add(solve(3, 1, 1100))
    expect(board.itemOf(1)).not.toBe(items[0])
    expect(board.timelines().filter(({ divisionId }) => divisionId !== 0)).toEqual(before)
    for (const one of before) expect(board.timelines()).toContain(one)
  })

  it('is the list of timelines when nothing moves on it', () => {
    const board = boardOf({
      teams: Array.from({ length: 12 }, (_, index) => team(index + 1)),
      solves: Array.from({ length: 11 }, (_, index) => solve(index + 1, 1, 1100 + index)),
    })
    const timelines = board.timelines()
    board.add(solve(12, 1, 1200))
    expect(board.timelines()).toBe(timelines)
  })
})
