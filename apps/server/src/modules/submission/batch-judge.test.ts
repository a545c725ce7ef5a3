import { describe, expect, it } from 'vitest'
import { gamePermissions } from '@pennant/contract/enums'
import { type BoardInput, createBoard, type Solve } from '@pennant/rules/scoreboard/board'
import type { Game } from '../../core/game/game.ts'
import { BatchJudge } from './batch-judge.ts'
import type { Admitted } from './guess.ts'

const freezeAt = 10_000

const challenge = (id: number) => ({
  ...{ id, title: `Challenge ${id}`, category: 'Misc' as const, originalScore: 500, minScoreRate: 1 },
  ...{ difficulty: 5, deadline: null, disableBloodBonus: false, type: 'StaticAttachment' },
})
const team = (id: number) => ({
  ...{ participationId: id, teamId: id, name: `Team ${id}`, bio: null, avatar: null, divisionId: null },
})
const solve = (participationId: number, challengeId: number, time: number): Solve => ({
  ...{ participationId, challengeId, time, submissionId: time, userName: null },
})

const gameOf = (solves: readonly Solve[]): Game => {
  const settings = { start: 0, end: 20_000, bloodBonus: 0, practiceMode: false, freezeAt, resultsAt: null }
  const input: Omit<BoardInput, 'until'> = {
    ...{ game: settings, divisions: [], challenges: [challenge(1), challenge(2)], solves },
    teams: [1, 2, 3, 4].map(team),
    adjustments: [],
  }
  const latest = (some: readonly Solve[]): number => Math.max(0, ...some.map(({ time }) => time))
  const game: Partial<Game> = {
    board: createBoard({ ...input, until: null }),
    frozen: {
      board: createBoard({ ...input, until: freezeAt }),
      latestSolve: latest(solves.filter(({ time }) => time < freezeAt)),
      hiddenOf: () => [],
    },
    latestSolve: latest(solves),
    hasSolved: () => false,
  }
  return { ...game, settings } as Game
}

const guess = (participation: number, id: number, arrived: number): Admitted => {
  const given = {
    ...{ participation: { id: participation, teamId: participation, teamName: `Team ${participation}` } },
    ...{ challenge: challenge(id), permissions: gamePermissions.All, arrived, answer: 'flag{a}' },
  }
  return given as Partial<Admitted> as Admitted
}

const judged = (game: Game, ...guesses: Admitted[]): BatchJudge => {
  const judge = new BatchJudge(game, freezeAt + 50)
  for (const one of guesses) judge.rule(one, 'Accepted')
  return judge
}
const timesOf = ({ rows }: BatchJudge): number[] => rows.map(({ time }) => time)

describe('a right answer about the time of the freeze', () => {
  it('keeps its side, though one of the other side was accepted before it', () => {
    const game = gameOf([solve(1, 1, freezeAt - 100), solve(2, 1, freezeAt + 30)])
    expect(timesOf(judged(game, guess(3, 1, freezeAt - 5)))).toEqual([freezeAt - 5])
    expect(timesOf(judged(game, guess(3, 1, freezeAt)))).toEqual([freezeAt + 30])
  })

  it('comes after those of its side only', () => {
    const game = gameOf([solve(1, 1, freezeAt - 1), solve(2, 1, freezeAt + 30)])
    const batch = [guess(3, 1, freezeAt - 5), guess(4, 1, freezeAt + 5), guess(4, 2, freezeAt - 9)]
    expect(timesOf(judged(game, ...batch))).toEqual([freezeAt - 1, freezeAt + 30, freezeAt - 1])
  })

  it('of before it makes its notice, whatever blood is hidden by then; one of after it makes none', () => {
    const game = gameOf([solve(2, 1, freezeAt + 30)])
    const judge = judged(game, guess(3, 1, freezeAt - 5), guess(4, 1, freezeAt + 40), guess(1, 2, freezeAt))
    expect(judge.notices).toEqual([
      { type: 'FirstBlood', values: ['Team 3', 'Challenge 1'], time: freezeAt + 50 },
    ])
    expect(judge.held).toEqual([
      { type: 'ThirdBlood', values: ['Team 4', 'Challenge 1'], time: freezeAt + 40 },
      { type: 'FirstBlood', values: ['Team 1', 'Challenge 2'], time: freezeAt + 40 },
    ])
  })
})

describe('a right answer that waited for a process that stood still', () => {
  it('comes after those accepted meanwhile, so that no blood changes hands', () => {
    const game = gameOf([solve(1, 1, 8_000)])
    expect(timesOf(judged(game, guess(3, 1, 1_000), guess(4, 1, 8_001)))).toEqual([8_000, 8_001])
  })

  it('doesn’t follow a clock that is far ahead', () => {
    const ahead = freezeAt + 50 + 1_001
    const game = gameOf([solve(1, 1, ahead)])
    expect(timesOf(judged(game, guess(3, 1, freezeAt + 40)))).toEqual([freezeAt + 40])
    const near = gameOf([solve(1, 1, ahead - 1)])
    expect(timesOf(judged(near, guess(3, 1, freezeAt + 40)))).toEqual([ahead - 1])
  })
})
