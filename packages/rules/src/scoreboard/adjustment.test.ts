import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { type Adjustment, createBoard } from './board.ts'
import { games } from './random-game.suite.ts'
import { boardOf, challenge, solve, team } from './small-game.suite.ts'

const given = (
  participationId: number,
  points: number,
  time: number,
  revokedAt: number | null = null,
): Adjustment => ({ participationId, points, time, revokedAt })

const lineOf = (adjustments: readonly Adjustment[], until: number | null = null) =>
  boardOf({
    challenges: [challenge(1), challenge(2)],
    teams: [team(1), team(2)],
    solves: [solve(1, 1, 1_100), solve(2, 1, 1_150), solve(2, 2, 1_200)],
    adjustments,
    until,
  })

describe('points by hand', () => {
  it('add to the score, decide the rank, and move neither the time nor a challenge', () => {
    const without = lineOf([])
    const board = lineOf([given(1, 2_000, 1_300), given(1, -100, 1_250)])
    expect(board.itemOf(1)).toEqual({
      ...without.itemOf(1),
      score: (without.itemOf(1)?.score ?? 0) + 1_900,
      adjustment: 1_900,
      rank: 1,
    })
    expect(board.itemOf(2)).toEqual({ ...without.itemOf(2), rank: 2 })
    expect(board.challenges()).toEqual(without.challenges())
  })

  it('are not named where they come to nothing', () => {
    expect(lineOf([given(1, 50, 1_300), given(1, -50, 1_400)]).itemOf(1)).not.toHaveProperty('adjustment')
    expect(lineOf([given(1, 50, 1_300, 1_400)]).itemOf(1)).not.toHaveProperty('adjustment')
  })

  it('can take a score below zero', () => {
    expect(lineOf([given(2, -5_000, 1_300)]).itemOf(2)).toMatchObject({ adjustment: -5_000, rank: 2 })
    expect(lineOf([given(2, -5_000, 1_300)]).itemOf(2)?.score).toBeLessThan(0)
  })

  it('are a point of the timeline when they are given, and when they are taken back', () => {
    const board = lineOf([given(1, 300, 1_050, 1_250), given(1, 20, 1_250)])
    expect(board.timelines()[0]?.teams.find(({ id }) => id === 101)?.items).toEqual([
      { time: 1_050, score: 300 },
      { time: 1_100, score: 1_350 },
      { time: 1_250, score: 1_070 },
    ])
  })

  it.each([
    ['given before it', given(1, 300, 1_299), 300],
    ['given at it', given(1, 300, 1_300), undefined],
    ['taken back before it', given(1, 300, 1_200, 1_299), undefined],
    ['taken back at it', given(1, 300, 1_200, 1_300), 300],
  ])('count on a frozen board as they did at its moment: %s', (_when, adjustment, sum) => {
    expect(lineOf([adjustment], 1_300).itemOf(1)?.adjustment).toBe(sum)
  })

  it('leave points and ranks as they were once they are taken back', () => {
    fc.assert(
      fc.property(games, fc.integer({ min: -900, max: 900 }), (input, points) => {
        const participationId = input.teams[0]?.participationId ?? 99
        const both = [...input.adjustments, given(participationId, points, 120, 180)]
        expect(createBoard({ ...input, adjustments: both }).items()).toEqual(createBoard(input).items())
        const opposite = [
          ...input.adjustments,
          given(participationId, points, 120),
          given(participationId, -points, 180),
        ]
        expect(createBoard({ ...input, adjustments: opposite }).items()).toEqual(createBoard(input).items())
      }),
      { numRuns: byBreadth(100, 600, 6000) },
    )
  })

  it('of others change no score', () => {
    fc.assert(
      fc.property(games, (input) => {
        const scoresOf = (adjustments: readonly Adjustment[]) =>
          createBoard({ ...input, adjustments })
            .items()
            .map(({ id, score, adjustment = 0 }) => [id, score - adjustment] as const)
            .toSorted(([one], [other]) => one - other)
        expect(scoresOf(input.adjustments)).toEqual(scoresOf([]))
      }),
      { numRuns: byBreadth(100, 600, 6000) },
    )
  })
})
