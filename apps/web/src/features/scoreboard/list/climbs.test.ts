import type { Scoreboard, ScoreboardItem } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import { packBoard } from '../board.ts'
import { sampleAnswer } from '../sample-answer.suite.ts'
import { climbsIn } from './climbs.ts'

const hour = 3_600_000
const now = 10 * hour

/** Solves as [hours ago, points]; the teams by rank. */
const boardOf = (teams: readonly (readonly [ago: number, points: number][])[]): Scoreboard => {
  const sample = sampleAnswer()
  const [item] = sample.items
  const challenge = Object.values(sample.challenges).flat()[0]
  if (item === undefined || challenge === undefined) throw new Error('no sample')
  const items = teams.map(
    (solves, at): ScoreboardItem => ({
      ...item,
      id: at + 1,
      rank: at + 1,
      score: solves.reduce((sum, [, points]) => sum + points, 0),
      solvedChallenges: solves.map(([ago, score]) => ({
        ...{ id: challenge.id, score, type: 'Normal' as const, userName: null, time: now - ago * hour },
      })),
    }),
  )
  return { ...sample, items, updateTimeUtc: now }
}
const climbs = (...teams: readonly (readonly [ago: number, points: number][])[]) =>
  Object.fromEntries(climbsIn(packBoard(boardOf(teams))))

describe('what teams have gained in the last hour', () => {
  it('is the places that they passed', () => {
    expect(
      climbs(
        [
          [5, 100],
          [0.5, 300],
        ],
        [[5, 300]],
        [[4, 200]],
      ),
    ).toEqual({ 1: 2 })
  })

  it('is nothing for a team that stayed, fell, or had no points before', () => {
    expect(climbs([[0.5, 500]], [[5, 300]], [[5, 200]])).toEqual({})
    expect(climbs([[3, 300]], [[2, 300]], [])).toEqual({})
  })
})
