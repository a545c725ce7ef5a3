import type { Scoreboard } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import {
  type Board,
  packBoard,
  parseBoard,
  solvesByChallenge,
  solvesOf,
  transferable,
  withOwnLine,
} from './board.ts'
import { sampleAnswer } from './sample-answer.suite.ts'

const answer = sampleAnswer()
const board = packBoard(answer)
const teamNamed = (from: Board, name: string) => {
  const found = from.teams.find((team) => team.name === name)
  if (found === undefined) throw new Error(`no team ${name}`)
  return found
}

describe('a packed board', () => {
  it('tells of every team what the answer told', () => {
    const told = board.teams.map(({ id, score, rank, divisionRank }) => ({ id, score, rank, divisionRank }))
    expect(told).toEqual(
      answer.items.map(({ id, score, rank, divisionRank }) => ({
        id,
        score,
        rank: rank === 0 ? null : rank,
        divisionRank,
      })),
    )
  })

  it('tells every solve as the answer did, in its order', () => {
    for (const item of answer.items)
      expect(
        solvesOf(board, teamNamed(board, item.name)).map(({ challenge, points, at, member }) => ({
          id: challenge.id,
          score: points,
          time: at,
          userName: member,
        })),
      ).toEqual(item.solvedChallenges.map(({ id, score, time, userName }) => ({ id, score, time, userName })))
  })

  it('knows the blood rank of a solve by challenge', () => {
    expect(solvesByChallenge(board, teamNamed(board, 'Gulls')).get(1)?.bloodRank).toBe(1)
    expect(solvesByChallenge(board, teamNamed(board, 'Terns')).get(1)?.bloodRank).toBe(2)
    expect(solvesByChallenge(board, teamNamed(board, 'Terns')).get(3)).toBeUndefined()
  })

  it('has no last solve for anyone who has not scored', () => {
    expect(teamNamed(board, 'Kelp').lastSolveAt).toBeNull()
    expect(teamNamed(board, 'Gulls').lastSolveAt).toBe(2_000)
  })

  it('leaves out solves of challenges that are not on the board', () => {
    const [first, ...others] = answer.items
    if (first === undefined) throw new Error('the sample has teams')
    const stray = { id: 99, score: 5, type: 'Normal' as const, userName: null, time: 1 }
    const changed: Scoreboard = {
      ...answer,
      items: [{ ...first, solvedChallenges: [stray, ...first.solvedChallenges] }, ...others],
    }
    const packed = packBoard(changed)
    expect(solvesOf(packed, teamNamed(packed, first.name)).map(({ challenge }) => challenge.id)).toEqual(
      first.solvedChallenges.map(({ id }) => id),
    )
  })

  it('is the same after a journey from a worker', () => {
    const bytes = new TextEncoder().encode(JSON.stringify(answer))
    const parsed = parseBoard(bytes.buffer)
    const moved = structuredClone(parsed, { transfer: transferable(parsed) as ArrayBuffer[] })
    expect(moved).toEqual(board)
    expect(parsed.columns.times.length).toBe(0)
  })
})

describe('a frozen board', () => {
  const frozenAt = 5_000
  const frozen = packBoard({ ...answer, frozenAt })
  const terns = answer.items.find(({ name }) => name === 'Terns')
  if (terns === undefined) throw new Error('no team Terns')
  const since = { id: 2, score: 100, type: 'Normal', userName: 'eva', time: frozenAt } as const
  const line = {
    ...terns,
    score: terns.score + 100,
    lastSubmissionTime: frozenAt,
    solvedChallenges: [...terns.solvedChallenges, since],
  }

  it('shows the own team what it has solved since, and marks it; ranks and others stay', () => {
    const shown = withOwnLine(frozen, line)
    const own = teamNamed(shown, 'Terns')
    expect(own).toMatchObject({ score: line.score, rank: terns.rank, lastSolveAt: frozenAt })
    expect(solvesOf(shown, own).map(({ points, member, later }) => [points, member, later])).toEqual([
      ...solvesOf(frozen, teamNamed(frozen, 'Terns')).map(({ points, member }) => [points, member, false]),
      [100, 'eva', true],
    ])
    for (const name of ['Gulls', 'Ärger', 'Kelp']) {
      expect(teamNamed(shown, name)).toBe(teamNamed(frozen, name))
      expect(solvesOf(shown, teamNamed(shown, name))).toEqual(solvesOf(frozen, teamNamed(frozen, name)))
    }
  })

  it('is the same where there is nothing to add', () => {
    expect(withOwnLine(frozen, terns)).toBe(frozen)
    expect(withOwnLine(frozen, null)).toBe(frozen)
    expect(withOwnLine(frozen, { ...line, id: 99 })).toBe(frozen)
    expect(withOwnLine(board, line)).toBe(board)
  })
})
