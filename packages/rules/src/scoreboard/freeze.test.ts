import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { type Board, type BoardInput, createBoard, type Solve } from './board.ts'
import { hidesSince, ownLine, publicMoment, withoutTeams } from './freeze.ts'
import { frozenGames, withoutDuplicates } from './random-game.suite.ts'
import { referenceBoard, referenceOwnLine } from './reference-board.suite.ts'
import { boardOf, solve } from './small-game.suite.ts'

const numRuns = byBreadth(100, 600, 6000)

const answersOf = (board: Pick<Board, 'items' | 'challenges' | 'timelines' | 'divisions'>) => ({
  items: board.items(),
  challenges: board.challenges(),
  timelines: board.timelines(),
  divisions: board.divisions(),
})

const since = ({ solves, until }: BoardInput & { until: number }, participationId: number): Solve[] =>
  solves.filter((one) => one.participationId === participationId && one.time >= until)

describe('the moment whose board everybody gets', () => {
  const freezeAt = 50
  it.each([
    ['without a freeze', { freezeAt: null, resultsAt: null }, 60, null],
    ['before it', { freezeAt, resultsAt: null }, 49, null],
    ['from its very moment', { freezeAt, resultsAt: null }, 50, 50],
    ['long after it', { freezeAt, resultsAt: null }, 1_000, 50],
    ['before the results', { freezeAt, resultsAt: 90 }, 89, 50],
    ['once there are results', { freezeAt, resultsAt: 90 }, 90, null],
  ])('is that of the freeze while it holds: %s', (_when, game, now, moment) => {
    expect(publicMoment(game, now)).toBe(moment)
  })
})

describe('what a freeze hides', () => {
  it('is what happens from its moment on, until results are published', () => {
    const freeze = { freezeAt: 50, resultsAt: null }
    expect([49, 50, 51].map((time) => hidesSince(freeze, time))).toEqual([false, true, true])
    expect(hidesSince({ ...freeze, resultsAt: 90 }, 60)).toBe(false)
    expect(hidesSince({ freezeAt: null, resultsAt: null }, 60)).toBe(false)
  })
})

describe('a frozen board', () => {
  it('gives the same objects whatever is added at the freeze or later', () => {
    const additions = frozenGames.chain((input) =>
      fc.record({
        input: fc.constant(input),
        late: fc.array(
          fc.record({
            participationId: fc.constantFrom(...input.teams.map((team) => team.participationId), 99),
            challengeId: fc.constantFrom(1, 2, 3, 4),
            submissionId: fc.integer({ min: 100, max: 200 }),
            time: fc.integer({ min: input.until, max: input.until + 100 }),
            userName: fc.constantFrom(null, 'carol'),
          }),
          { minLength: 1, maxLength: 20 },
        ),
      }),
    )
    fc.assert(
      fc.property(additions, ({ input, late }) => {
        const board = createBoard(input)
        const before = answersOf(board)
        for (const one of late) {
          board.add(one)
          const after = answersOf(board)
          expect(after.items).toBe(before.items)
          expect(after.challenges).toBe(before.challenges)
          expect(after.timelines).toBe(before.timelines)
          expect(after.divisions).toBe(before.divisions)
        }
        expect(answersOf(createBoard({ ...input, solves: [...late, ...input.solves] }))).toEqual(before)
      }),
      { numRuns },
    )
  })

  it('is the same whatever points are given or taken back at the freeze or later', () => {
    const late = frozenGames.chain((input) => {
      const time = fc.integer({ min: input.until, max: input.until + 100 })
      const participationId = fc.constantFrom(...input.teams.map((team) => team.participationId), 99)
      const points = fc.integer({ min: -900, max: 900 })
      return fc.record({
        input: fc.constant(input),
        given: fc.array(fc.record({ participationId, points, time, revokedAt: fc.constant(null) })),
        takenBackAt: time,
      })
    })
    fc.assert(
      fc.property(late, ({ input, given, takenBackAt }) => {
        const adjustments = [...input.adjustments, ...given].map((one) => ({
          ...one,
          revokedAt: one.revokedAt ?? Math.max(takenBackAt, one.time),
        }))
        expect(answersOf(createBoard({ ...input, adjustments }))).toEqual(answersOf(createBoard(input)))
      }),
      { numRuns },
    )
  })

  it('is the board of the game without what came since', () => {
    fc.assert(
      fc.property(frozenGames, (input) => {
        const { until } = input
        const solves = input.solves.filter(({ time }) => time < until)
        const adjustments = input.adjustments
          .filter(({ time }) => time < until)
          .map((one) =>
            one.revokedAt !== null && one.revokedAt >= until ? { ...one, revokedAt: null } : one,
          )
        expect(answersOf(createBoard(input))).toEqual(
          answersOf(createBoard({ ...input, solves, adjustments, until: null })),
        )
      }),
      { numRuns },
    )
  })

  it('without teams still says what challenges are worth, and gives no line a rank', () => {
    fc.assert(
      fc.property(frozenGames, (input) => {
        const board = createBoard(input)
        const hidden = withoutTeams(board)
        expect(answersOf(hidden)).toEqual({
          ...answersOf(board),
          items: [],
          timelines: [{ divisionId: 0, teams: [] }],
        })
        for (const { participationId } of input.teams) {
          const { rank, divisionRank, score } = hidden.itemOf(participationId) ?? {}
          expect(rank).toBe(0)
          expect(divisionRank ?? 0).toBe(0)
          expect(score).toBe(board.itemOf(participationId)?.score)
        }
      }),
    )
  })
})

describe('the line that a team sees of itself', () => {
  it('is what the literal reading says', () => {
    fc.assert(
      fc.property(frozenGames.map(unique), (input) => {
        const board = createBoard(input)
        for (const team of input.teams)
          expect(ownLine(board, team.participationId, since(input, team.participationId))).toEqual(
            referenceOwnLine(input, team),
          )
      }),
      { numRuns },
    )
  })

  it('has the public solves and the own ones, and depends on nobody else', () => {
    fc.assert(
      fc.property(frozenGames.map(unique), (input) => {
        const board = createBoard(input)
        for (const { participationId, teamId } of input.teams) {
          const own = since(input, participationId)
          const line = ownLine(board, participationId, own)
          const shown = referenceBoard(input).items.find(({ id }) => id === teamId)?.solvedChallenges ?? []
          const there = new Set(input.challenges.map(({ id }) => id))
          const all = [
            ...shown.map(({ id }) => id),
            ...own.map((one) => one.challengeId).filter((id) => there.has(id)),
          ]
          expect(line?.solvedCount).toBe(all.length)
          expect(new Set(line?.solvedChallenges.map(({ id }) => id))).toEqual(new Set(all))
          const alone = input.solves.filter(
            (one) => one.time < input.until || one.participationId === participationId,
          )
          expect(ownLine(createBoard({ ...input, solves: alone }), participationId, own)).toEqual(line)
        }
      }),
      { numRuns },
    )
  })

  it('is the public one, the same object, without own solves', () => {
    const board = boardOf({ solves: [solve(1, 1, 1_100)], until: 1_200 })
    expect(ownLine(board, 1, [])).toBe(board.itemOf(1))
    expect(ownLine(board, 77, [])).toBeUndefined()
  })

  it('never says that a first blood is one', () => {
    const board = boardOf({ solves: [solve(1, 1, 1_250)], until: 1_200 })
    expect(ownLine(board, 1, [solve(1, 1, 1_250)])?.solvedChallenges).toEqual([
      { id: 1, score: 1_000, type: 'Normal', userName: 'player1', time: 1_250 },
    ])
  })
})

const unique = (input: BoardInput & { until: number }) => ({
  ...input,
  ...withoutDuplicates(input),
  until: input.until,
})
