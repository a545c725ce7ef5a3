import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { createBoard } from './board.ts'
import { ownLine } from './freeze.ts'
import { historyOf } from './history.ts'
import { playedGames, recordOf } from './random-changes.suite.ts'
import { boardInputOf, type GameRecord } from './record.ts'
import { referenceBoard } from './reference-board.suite.ts'
import { challenge, division, game, solve, team } from './small-game.suite.ts'

const recorded = (change: Partial<GameRecord>): GameRecord => ({
  ...recordOf({
    ...{ game, divisions: [], solves: [], adjustments: [] },
    challenges: [challenge(1), challenge(2)],
    teams: [1, 2, 3, 4, 5].map((number) => team(number)),
  }),
  ...change,
})
const shown = (id: number, change: Parameters<typeof challenge>[1] = {}) => ({
  ...challenge(id, change),
  isEnabled: true,
})
const byHand = {
  ...{ participationId: 1, points: 70, time: 1_100, revokedAt: 1_300 },
  ...{ reason: 'A bug report', revokeReason: 'A mistake' },
}

describe('the history of a score', () => {
  it('names solves and points by hand in the order of time, with the sum so far', () => {
    const record = recorded({
      solves: [solve(1, 2, 1_100), solve(1, 1, 1_200)],
      adjustments: [byHand],
    })
    expect(historyOf(record, 1, null)).toEqual([
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

  it('tells the falls of a challenge once between two other entries, with the first and the last moment', () => {
    const record = recorded({
      challenges: [shown(1, { minScoreRate: 0.25 })],
      solves: [1, 2, 3, 4].map((number) => solve(number, 1, 1_000 + 100 * number)),
      adjustments: [{ ...byHand, time: 1_350, revokedAt: null }],
    })
    expect(
      historyOf(record, 1, null).map(({ what, time, since, points, score }) => [
        what,
        time,
        since,
        points,
        score,
      ]),
    ).toEqual([
      ['Solved', 1_100, undefined, 1_050, 1_050],
      ['Fell', 1_300, 1_200, -260, 790],
      ['Given', 1_350, undefined, 70, 860],
      ['Fell', 1_400, undefined, -96, 764],
    ])
  })

  it('tells what organizers changed, with their reason, and when the team left and came back', () => {
    const change = { kind: 'Challenge' as const, id: 1, reason: 'A typo' }
    const standing = { kind: 'Participation' as const, reason: null }
    const [suspended, accepted] = [{ status: 'Suspended' as const }, { status: 'Accepted' as const }]
    const record = recorded({
      challenges: [shown(1, { originalScore: 400 })],
      divisions: [division(7, 0)],
      solves: [solve(2, 1, 1_050), solve(1, 1, 1_100)],
      changes: [
        { ...change, time: 1_200, before: { originalScore: 1_000 }, after: { originalScore: 400 } },
        { ...standing, id: 1, time: 1_300, before: accepted, after: suspended },
        { ...standing, id: 1, time: 1_400, before: suspended, after: accepted },
        { ...standing, id: 2, time: 1_500, before: accepted, after: suspended },
        { ...standing, id: 2, time: 1_600, before: suspended, after: accepted },
        { ...standing, id: 3, time: 1_700, before: suspended, after: accepted },
        { ...standing, id: 1, time: 1_800, before: { divisionId: 7 }, after: { divisionId: null } },
      ],
    })
    expect(
      historyOf(record, 1, null).map(({ what, time, cause, reason, points, score }) => [
        ...[what, time, cause, reason, points, score],
      ]),
    ).toEqual([
      ['Solved', 1_100, undefined, undefined, 0, 0],
      ['Left', 1_300, undefined, undefined, 0, 0],
      ['Joined', 1_400, undefined, undefined, 0, 0],
      ['Changed', 1_800, 'Division', undefined, 412, 412],
    ])
    const stayed = { ...record, changes: record.changes.slice(0, -1) }
    expect(
      historyOf(stayed, 1, null).map(({ what, time, cause, reason, points, score }) => [
        ...[what, time, cause, reason, points, score],
      ]),
    ).toEqual([
      ['Solved', 1_100, undefined, undefined, 1_030, 1_030],
      ['Changed', 1_200, 'Challenge', 'A typo', -618, 412],
      ['Left', 1_300, undefined, undefined, -412, 0],
      ['Joined', 1_400, undefined, undefined, 412, 412],
      ['Changed', 1_500, 'Participation', undefined, 8, 420],
      ['Changed', 1_600, 'Participation', undefined, -8, 412],
    ])
  })

  it('keeps the reasons of what was decided about other teams', () => {
    const [suspended, accepted] = [{ status: 'Suspended' as const }, { status: 'Accepted' as const }]
    const decided = { kind: 'Participation' as const, reason: 'Shared flags' }
    const curve = { kind: 'Challenge' as const, id: 1, before: { originalScore: 900 } }
    const record = recorded({
      challenges: [shown(1)],
      solves: [solve(2, 1, 1_050), solve(1, 1, 1_100)],
      changes: [
        { ...decided, id: 2, time: 1_200, before: accepted, after: suspended },
        { ...decided, id: 2, time: 1_300, before: suspended, after: accepted },
        { ...curve, time: 1_300, after: { originalScore: 1_000 }, reason: 'Too hard' },
        { ...decided, id: 2, time: 1_400, before: accepted, after: suspended },
        { ...decided, id: 1, time: 1_400, before: accepted, after: suspended, reason: 'A mistake' },
        { ...decided, id: 2, time: 1_500, before: suspended, after: accepted },
        { ...decided, id: 1, time: 1_500, before: suspended, after: accepted, reason: null },
      ],
    })
    expect(historyOf(record, 1, null).map(({ what, time, reason }) => [what, time, reason])).toEqual([
      ['Solved', 1_100, undefined],
      ['Changed', 1_200, undefined],
      ['Changed', 1_300, 'Too hard'],
      ['Left', 1_400, 'A mistake'],
      ['Joined', 1_500, undefined],
    ])
  })

  it('leaves out what others changed before any points', () => {
    const [suspended, accepted] = [{ status: 'Suspended' as const }, { status: 'Accepted' as const }]
    const own = { kind: 'Participation' as const, id: 1, reason: null }
    const curve = { kind: 'Challenge' as const, id: 1, reason: 'Too hard' }
    const record = recorded({
      challenges: [shown(1)],
      solves: [solve(1, 1, 1_100)],
      changes: [
        { ...own, time: 1_020, before: accepted, after: suspended },
        { ...own, time: 1_040, before: suspended, after: accepted },
        { ...curve, time: 1_100, before: { originalScore: 1 }, after: { originalScore: 1_000 } },
      ],
    })
    expect(historyOf(record, 1, null).map(({ what, time, points }) => [what, time, points])).toEqual([
      ['Left', 1_020, 0],
      ['Joined', 1_040, 0],
      ['Solved', 1_100, 1_050],
    ])
  })

  const moments = fc.option(fc.constantFrom(100, 130, 150, 200))

  it('ends with the score that its reader sees, also of a frozen board', () => {
    fc.assert(
      fc.property(playedGames, moments, ({ record }, until) => {
        const board = createBoard({ ...boardInputOf(record), until })
        for (const { participationId } of record.teams) {
          const since = record.solves.filter(
            (one) => until !== null && one.participationId === participationId && one.time >= until,
          )
          const line = ownLine(board, participationId, since)
          expect(historyOf(record, participationId, until).at(-1)?.score ?? 0).toBe(line?.score ?? 0)
        }
      }),
      { numRuns: byBreadth(100, 1000, 6000) },
    )
  })

  it('sums up to the score that was live at each of its moments', () => {
    fc.assert(
      fc.property(playedGames, ({ record, stateBefore }) => {
        for (const { participationId, teamId } of record.teams) {
          const history = historyOf(record, participationId, null)
          for (const [at, { time, what, score }] of history.entries()) {
            const isLast = history[at + 1]?.time !== time
            const isApart = history.every(
              (one) => one.what !== 'Fell' || time < (one.since ?? one.time) || time >= one.time,
            )
            if (what === 'Fell' || !isLast || !isApart) continue
            const input = { ...boardInputOf(stateBefore(time + 1)), until: time + 1 }
            const line = referenceBoard(input).items.find(({ id }) => id === teamId)
            expect(score, `${what} ${time}`).toBe(line?.score ?? 0)
          }
        }
      }),
      { numRuns: byBreadth(100, 500, 3000) },
    )
  })
})
