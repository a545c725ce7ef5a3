import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBoard } from './board.ts'
import { ownLine } from './freeze.ts'
import { historyOf } from './history.ts'
import { frozenGames, games, withoutDuplicates } from './random-game.suite.ts'
import { boardOf, solve } from './small-game.suite.ts'

const reasoned = { reason: 'A bug report', revokeReason: 'A mistake' }

describe('the history of a score', () => {
  it('names solves and points by hand in the order of time, with the sum so far', () => {
    const adjustment = { participationId: 1, points: 70, time: 1_100, revokedAt: 1_300 }
    const board = boardOf({
      solves: [solve(1, 2, 1_100), solve(1, 1, 1_200)],
      adjustments: [adjustment],
    })
    const line = board.itemOf(1)
    expect(line && historyOf(line, [{ ...adjustment, ...reasoned }], { until: null, ...board })).toEqual([
      {
        ...{ time: 1_100, what: 'Solved', points: 1_050, score: 1_050 },
        ...{ challengeId: 2, challenge: 'Challenge 2', place: 1, user: 'player1' },
      },
      { time: 1_100, what: 'Given', points: 70, score: 1_120, reason: 'A bug report' },
      {
        ...{ time: 1_200, what: 'Solved', points: 1_050, score: 2_170 },
        ...{ challengeId: 1, challenge: 'Challenge 1', place: 1, user: 'player1' },
      },
      { time: 1_300, what: 'TakenBack', points: -70, score: 2_100, reason: 'A mistake' },
    ])
  })

  it('ends with the score that its reader sees, also of a frozen board', () => {
    fc.assert(
      fc.property(fc.oneof(games, frozenGames), (input) => {
        const board = createBoard({ ...input, ...withoutDuplicates(input), until: input.until })
        const { until } = input
        for (const { participationId } of input.teams) {
          const since =
            until === null
              ? []
              : withoutDuplicates(input).solves.filter(
                  (one) => one.participationId === participationId && one.time >= until,
                )
          const line = ownLine(board, participationId, since)
          const own = input.adjustments.filter((one) => one.participationId === participationId)
          const history = historyOf(
            line ?? expect.fail('no line'),
            own.map((one) => ({ ...one, ...reasoned })),
            { until, ...board },
          )
          expect(history.at(-1)?.score ?? 0).toBe(line?.score)
        }
      }),
    )
  })
})
