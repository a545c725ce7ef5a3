import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Board, type BoardInput, createBoard, type Solve } from './board.ts'
import { referenceBoard } from './reference-board.suite.ts'
import { frozenGames, games, withoutDuplicates } from './random-game.suite.ts'
import { byBreadth } from '../../../../tests/kit/breadth.ts'

const answersOf = (board: Board) => ({
  items: board.items(),
  challenges: board.challenges(),
  timelines: board.timelines(),
})
const answersTo = (input: BoardInput) => answersOf(createBoard(input))

describe('the board of any game', () => {
  it('is what the reference implementation says', () => {
    fc.assert(
      fc.property(fc.oneof(games, frozenGames), (input) => {
        expect(answersTo(input)).toEqual(referenceBoard(input))
      }),
      { numRuns: byBreadth(100, 600, 6000) },
    )
  })

  it('is the same however the solves arrive, and wherever somebody looks in between', () => {
    const arrivals = fc
      .oneof(games, frozenGames)
      .map(withoutDuplicates)
      .chain((input) =>
        fc.record({
          input: fc.constant(input),
          known: fc.nat(input.solves.length),
          order: fc.shuffledSubarray([...input.solves], { minLength: input.solves.length }),
          looks: fc.array(fc.constantFrom('items', 'challenges', 'timelines', 'portions', 'not'), {
            minLength: input.solves.length,
            maxLength: input.solves.length,
          }),
        }),
      )
    fc.assert(
      fc.property(arrivals, ({ input, known, order, looks }) => {
        const board = createBoard({ ...input, solves: order.slice(0, known) })
        let portions = board.settling()[Symbol.iterator]()
        for (const [index, solve] of order.slice(known).entries()) {
          const look = looks[index] ?? 'not'
          if (look === 'portions') {
            for (let taken = index % 5; taken >= 0; taken--)
              if (portions.next().done === true) portions = board.settling()[Symbol.iterator]()
          } else if (look !== 'not') board[look]()
          board.add(solve)
        }
        expect(answersOf(board)).toEqual(answersTo(input))
      }),
      { numRuns: byBreadth(100, 600, 6000) },
    )
  })

  it('never changes an answer that it has given, and repeats it while nothing happens', () => {
    fc.assert(
      fc.property(games, (input) => {
        const board = createBoard({ ...input, solves: [] })
        for (const solve of input.solves) {
          const given = answersOf(board)
          const copy = structuredClone(given)
          expect(board.items()).toBe(given.items)
          expect(board.challenges()).toBe(given.challenges)
          expect(board.timelines()).toBe(given.timelines)
          board.add(solve)
          answersOf(board)
          expect(given).toEqual(copy)
        }
      }),
    )
  })

  it('keeps every part that says the same as before', () => {
    fc.assert(
      fc.property(games, (input) => {
        const board = createBoard({ ...input, solves: [] })
        for (const solve of input.solves) {
          const before = answersOf(board)
          board.add(solve)
          const after = answersOf(board)
          expectShared(before.items, after.items, ({ id }) => id)
          expectShared(before.challenges, after.challenges, ({ id }) => id)
          expectShared(before.timelines, after.timelines, ({ divisionId }) => divisionId)
          if (sameText(before.challenges, after.challenges)) expect(after.challenges).toBe(before.challenges)
          if (sameText(before.timelines, after.timelines)) expect(after.timelines).toBe(before.timelines)
          for (const item of after.items) {
            const old = before.items.find(({ id }) => id === item.id)
            expectShared(old?.solvedChallenges ?? [], item.solvedChallenges, ({ id }) => id)
          }
        }
      }),
    )
  })

  it('gives every team the sum of its parts', () => {
    fc.assert(
      fc.property(games, (input) => {
        for (const item of createBoard(input).items()) {
          const solved = item.solvedChallenges.reduce((sum, { score }) => sum + score, 0)
          expect(item.score).toBe(solved + (item.adjustment ?? 0))
          expect(item.solvedCount).toBe(item.solvedChallenges.length)
        }
      }),
    )
  })

  it('numbers the ranked teams from 1 on without a gap, all teams of a division too', () => {
    fc.assert(
      fc.property(games, (input) => {
        const items = createBoard(input).items()
        expectNumbered(items.map(({ rank }) => rank).filter((rank) => rank !== 0))
        for (const { id } of input.divisions)
          expectNumbered(items.filter(({ divisionId }) => divisionId === id).map((item) => item.divisionRank))
        expect(items).toHaveLength(input.teams.length)
      }),
    )
  })

  it('gives blood in the order of time, whatever comes later', () => {
    fc.assert(
      fc.property(games, (given) => {
        const input = withoutDuplicates(given)
        const board = createBoard({ ...input, solves: [] })
        for (const solve of input.solves.toSorted(byTime)) {
          const before = board.challenges()
          board.add(solve)
          for (const { id, bloods } of before)
            expect(board.challengeOf(id)?.bloods.slice(0, bloods.length)).toEqual(bloods)
        }
      }),
    )
  })

  it('shows no trace of a team that has been taken off', () => {
    const suspensions = games
      .filter(({ teams }) => teams.length > 0)
      .chain((input) => fc.record({ input: fc.constant(input), team: fc.constantFrom(...input.teams) }))
    fc.assert(
      fc.property(suspensions, ({ input, team }) => {
        const teams = input.teams.filter((one) => one !== team)
        const solves = input.solves.filter((solve) => solve.participationId !== team.participationId)
        expect(answersTo({ ...input, teams })).toEqual(answersTo({ ...input, teams, solves }))
      }),
    )
  })

  it('does not depend on the order in which teams, challenges and divisions are given', () => {
    fc.assert(
      fc.property(games, (input) => {
        const turned = {
          ...input,
          teams: input.teams.toReversed(),
          challenges: input.challenges.toReversed(),
          divisions: input.divisions.toReversed(),
        }
        expect(answersTo(turned)).toEqual(answersTo(input))
      }),
    )
  })

  it('lists what was solved after the end, and gives nothing for it', () => {
    fc.assert(
      fc.property(games.map(withoutDuplicates), (input) => {
        const late = input.solves.map((solve) => ({ ...solve, time: input.game.end }))
        const board = createBoard({ ...input, solves: late })
        const empty = createBoard({ ...input, solves: [] })
        expect(board.challenges()).toEqual(empty.challenges())
        const listed = board.items().flatMap(({ solvedChallenges }) => solvedChallenges)
        expect(listed).toEqual(listed.map((solve) => ({ ...solve, score: 0, type: 'Normal' })))
        expect(listed).toHaveLength(solvesThere(input).length)
      }),
    )
  })

  it('finds items and challenges by their ids', () => {
    fc.assert(
      fc.property(games, (input) => {
        const board = createBoard(input)
        for (const { participationId, teamId } of input.teams)
          expect(board.itemOf(participationId)).toBe(board.items().find(({ id }) => id === teamId))
        for (const { id } of input.challenges)
          expect(board.challengeOf(id)).toBe(board.challenges().find((challenge) => challenge.id === id))
        expect(board.itemOf(99)).toBeUndefined()
        expect(board.challengeOf(99)).toBeUndefined()
      }),
    )
  })
})

const solvesThere = ({ solves, teams, challenges }: BoardInput): Solve[] =>
  solves.filter(
    (solve) =>
      teams.some(({ participationId }) => participationId === solve.participationId) &&
      challenges.some(({ id }) => id === solve.challengeId),
  )

const byTime = (one: Solve, other: Solve): number =>
  one.time - other.time || one.submissionId - other.submissionId

const expectNumbered = (ranks: readonly (number | null)[]): void =>
  expect(ranks).toEqual(ranks.map((_, index) => index + 1))

const sameText = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

const expectShared = <T extends object>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (part: T) => number,
): void => {
  for (const part of after) {
    const old = before.find((one) => nameOf(one) === nameOf(part))
    if (old !== undefined && sameText(old, part)) expect(part).toBe(old)
  }
}
