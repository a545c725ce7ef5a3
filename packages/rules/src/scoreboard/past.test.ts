import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { createBoard } from './board.ts'
import { checksumOf } from './checksum.ts'
import { historyOf } from './history.ts'
import { boardAt, recordBefore } from './past.ts'
import { playedGames, recordOf } from './random-changes.suite.ts'
import { games } from './random-game.suite.ts'
import { boardInputOf, createColumns, readRecord } from './record.ts'
import { referenceBoard } from './reference-board.suite.ts'
import { challenge, game, solve, team } from './small-game.suite.ts'

describe('the board of a moment', () => {
  it('is the one that was live then, whatever was changed since', () => {
    fc.assert(
      fc.property(playedGames, fc.integer({ min: 90, max: 220 }), ({ record, stateBefore }, moment) => {
        const live = referenceBoard({ ...boardInputOf(stateBefore(moment)), until: moment })
        const board = boardAt(record, moment)
        expect(board.items()).toEqual(live.items)
        expect(board.challenges()).toEqual(live.challenges)
        expect(board.timelines()).toEqual(live.timelines)
      }),
      { numRuns: byBreadth(100, 1000, 6000) },
    )
  })

  it('is explained by the histories of the record of before it', () => {
    fc.assert(
      fc.property(playedGames, fc.integer({ min: 90, max: 220 }), ({ record }, moment) => {
        const board = boardAt(record, moment)
        const before = recordBefore(record, moment)
        expect(createBoard(boardInputOf(before)).items()).toEqual(board.items())
        for (const { participationId } of record.teams) {
          const history = historyOf(before, participationId, null)
          expect(history.every(({ time }) => time < moment)).toBe(true)
          expect(history.at(-1)?.score ?? 0).toBe(board.itemOf(participationId)?.score ?? 0)
        }
      }),
      { numRuns: byBreadth(100, 600, 3000) },
    )
  })

  it('lacks what was deleted for good, and counts points by hand from the moment they were given for', () => {
    const record = {
      ...recordOf({
        ...{
          game,
          divisions: [],
          challenges: [challenge(1)],
          teams: [team(1)],
          solves: [solve(1, 1, 1_100)],
        },
        adjustments: [{ participationId: 1, points: 70, time: 1_050, revokedAt: null }],
      }),
      changes: [
        {
          time: 1_500,
          kind: 'Challenge' as const,
          id: 9,
          before: { originalScore: 500 },
          after: null,
          reason: null,
        },
      ],
    }
    expect(boardAt(record, 1_040).items()[0]?.score).toBe(0)
    expect(boardAt(record, 1_060).items()[0]?.score).toBe(70)
    expect(boardAt(record, 1_101).challenges()).toHaveLength(1)
  })

  it('is not another where nothing was changed', () => {
    fc.assert(
      fc.property(games, fc.integer({ min: 90, max: 220 }), (input, moment) => {
        const { until: _, ...rest } = input
        expect(boardAt(recordOf(rest), moment).items()).toEqual(
          createBoard({ ...input, until: moment }).items(),
        )
      }),
    )
  })
})

describe('the checksum of a board', () => {
  const sumOf = (changes: Parameters<typeof createBoard>[0]): string => checksumOf(createBoard(changes))

  it('is the same for the same board, and another where points, ranks, or bloods are others', () => {
    fc.assert(
      fc.property(games, games, (one, other) => {
        expect(sumOf(structuredClone(one))).toBe(sumOf(one))
        const [a, b] = [referenceBoard(one), referenceBoard(other)]
        const figures = ({ items, challenges }: typeof a) => [
          items.map(({ name: _, bio: __, avatar: ___, adjustment: ____, ...rest }) => [
            rest.id,
            rest.score,
            rest.rank,
            rest.divisionRank,
            rest.lastSubmissionTime,
            rest.solvedChallenges.map(({ id, score, time }) => [id, score, time]),
          ]),
          challenges.map(({ id, score, solved, bloods }) => [
            id,
            score,
            solved,
            bloods.map((blood) => blood.id),
          ]),
        ]
        if (JSON.stringify(figures(a)) !== JSON.stringify(figures(b)))
          expect(sumOf(one)).not.toBe(sumOf(other))
      }),
    )
  })
})

describe('a record on the wire', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(playedGames, ({ record }) => {
        const { game: settings, divisions, solves, ...rest } = record
        const { add, columns } = createColumns()
        for (const one of solves) add(one)
        const sent = {
          ...{ checksum: '', ...settings, ...rest },
          divisions: divisions.map(({ challengeConfigs, ...one }) => ({
            ...one,
            challengeConfigs: [...challengeConfigs].map(([challengeId, permissions]) => ({
              challengeId,
              permissions,
            })),
          })),
          challenges: [...rest.challenges].map((one) => ({ ...one, position: one.position ?? null })),
          teams: [...rest.teams],
          adjustments: [...rest.adjustments],
          changes: [...rest.changes],
          solves: columns,
        }
        expect(readRecord(JSON.parse(JSON.stringify(sent)))).toEqual(record)
      }),
    )
  })
})
