import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { createBoard } from '../scoreboard/board.ts'
import type { BoardInput } from '../scoreboard/board-input.ts'
import { frozenGames, withoutDuplicates } from '../scoreboard/random-game.suite.ts'
import { boardOf, challenge, game, solve } from '../scoreboard/small-game.suite.ts'
import { revealAt, type RevealInput, revealOf, type RevealTries } from './reveal.ts'

const numRuns = byBreadth(100, 400, 4000)

type Played = { input: RevealInput; divisionId: number | null }

/** As the server makes it: the board of the freeze, and the last one without what came after the end. */
const playedOf = (
  input: BoardInput & { until: number },
  wrong: readonly RevealTries[],
  divisionId: number | null,
): Played => {
  const solves = input.solves.filter(({ time }) => time < input.game.end)
  const isShown = (item: { rank: number; divisionId: number | null }): boolean =>
    divisionId === null ? item.rank > 0 : item.divisionId === divisionId
  const frozen = createBoard({ ...input, solves })
    .items()
    .filter(isShown)
  const final = createBoard({ ...input, solves, until: null })
    .items()
    .filter(isShown)
  const teamOf = new Map(input.teams.map(({ participationId, teamId }) => [participationId, teamId]))
  const had = new Set(
    frozen.flatMap(({ id, solvedChallenges }) => solvedChallenges.map((one) => `${id} ${one.id}`)),
  )
  const tries = [
    ...solves.map(({ participationId, challengeId, time }) => ({
      ...{ teamId: teamOf.get(participationId) ?? 0, challengeId },
      first: time,
    })),
    ...wrong,
  ].filter(({ teamId, challengeId, first }) => first >= input.until && !had.has(`${teamId} ${challengeId}`))
  return { input: { frozen, final, tries }, divisionId }
}

const played: fc.Arbitrary<Played> = fc
  .tuple(
    frozenGames.map((input) => ({ ...withoutDuplicates(input), until: input.until })),
    fc.array(
      fc.record({
        teamId: fc.integer({ min: 970, max: 999 }),
        challengeId: fc.constantFrom(1, 2, 3, 4),
        first: fc.integer({ min: 100, max: 199 }),
      }),
      { maxLength: 20 },
    ),
    fc.constantFrom(null, null, 1, 2),
  )
  .map(([input, wrong, divisionId]) => playedOf(input, wrong, divisionId))

describe('the script of a reveal', () => {
  it('ends at the final board: order, points, and places', () => {
    fc.assert(
      fc.property(played, ({ input, divisionId }) => {
        const steps = revealOf(input)
        const { rows, light, settled } = revealAt(input, steps, steps.length)
        const places = input.final.map((item, index) => ({
          id: item.id,
          place: index + 1,
          score: item.score,
        }))
        expect(rows.map(({ id, place, score }) => ({ id, place, score }))).toEqual(places)
        expect(rows.every(({ left }) => left === 0)).toBe(true)
        expect([light, settled]).toEqual([null, rows.length])
        if (divisionId === null)
          for (const [index, item] of input.final.entries()) expect(item).toHaveProperty('rank', index + 1)
        else
          for (const [index, item] of input.final.entries())
            expect(item).toHaveProperty('divisionRank', index + 1)
      }),
      { numRuns },
    )
  })

  it('starts at the frozen board', () => {
    fc.assert(
      fc.property(played, ({ input }) => {
        const { rows, light, opened, settled } = revealAt(input, revealOf(input), 0)
        expect(rows.map(({ id, score }) => [id, score])).toEqual(
          input.frozen.map(({ id, score }) => [id, score]),
        )
        expect([light, opened, settled]).toEqual([null, null, 0])
      }),
      { numRuns },
    )
  })

  it('moves at most one team a step, upwards, and no settled place, once it has settled', () => {
    fc.assert(
      fc.property(played, ({ input }) => {
        const steps = revealOf(input)
        for (let k = 1; k < steps.length; k++) {
          const [before, after] = [revealAt(input, steps, k), revealAt(input, steps, k + 1)]
          const step = steps[k]
          const moved = step?.kind === 'open' ? step.teamId : null
          const others = (state: typeof before) => state.rows.map(({ id }) => id).filter((id) => id !== moved)
          expect(others(after)).toEqual(others(before))
          const scores = new Map(before.rows.map(({ id, score }) => [id, score]))
          for (const row of after.rows) {
            const gained = row.score - (scores.get(row.id) ?? Number.NaN)
            if (row.id === moved) expect(gained).toBe(step?.kind === 'open' ? step.points : 0)
            else expect(gained).toBe(0)
          }
          if (step?.kind === 'open') {
            expect(before.light).toBe(step.teamId)
            expect(step.to).toBeLessThanOrEqual(step.from)
            expect(before.rows[step.from - 1]?.id).toBe(step.teamId)
            expect(after.rows[step.to - 1]?.id).toBe(step.teamId)
            expect(after.opened).toBe(step)
          }
          const settledIn = ({ rows, settled }: typeof before, count = settled) =>
            rows.slice(rows.length - count)
          expect(settledIn(after, before.settled)).toEqual(settledIn(before))
          expect(after.settled - before.settled).toBe(step?.kind === 'place' ? 1 : 0)
        }
      }),
      { numRuns },
    )
  })

  it('opens each cell once, and those of a team by their first try', () => {
    fc.assert(
      fc.property(played, ({ input }) => {
        const opened = revealOf(input).flatMap((step) =>
          step.kind === 'open' ? [`${step.teamId} ${step.challengeId}`] : [],
        )
        expect(new Set(opened).size).toBe(opened.length)
        const ids = new Set(input.final.map(({ id }) => id))
        const worthless = new Set(
          input.final.flatMap(({ id, solvedChallenges }) =>
            solvedChallenges.filter(({ score }) => score === 0).map((one) => `${id} ${one.id}`),
          ),
        )
        const tried = input.tries
          .filter(({ teamId }) => ids.has(teamId))
          .map(({ teamId, challengeId }) => `${teamId} ${challengeId}`)
        expect(new Set(opened)).toEqual(new Set(tried.filter((key) => !worthless.has(key))))
      }),
      { numRuns },
    )
  })

  it('is the same for the same input, in any order of its rows', () => {
    const shuffled = played.chain(({ input }) =>
      fc
        .tuple(
          fc.shuffledSubarray([...input.frozen], { minLength: input.frozen.length }),
          fc.shuffledSubarray([...input.final], { minLength: input.final.length }),
          fc.shuffledSubarray([...input.tries], { minLength: input.tries.length }),
        )
        .map(([frozen, final, tries]) => [input, { frozen, final, tries }] as const),
    )
    fc.assert(
      fc.property(shuffled, fc.nat(), (both, at) => {
        const [one, other] = both
        const steps = revealOf(one)
        expect(revealOf(other)).toEqual(steps)
        const k = at % (steps.length + 1)
        expect(revealAt(other, steps, k)).toEqual(revealAt(one, steps, k))
      }),
      { numRuns },
    )
  })
})

describe('a small game', () => {
  const challenges = [challenge(1, { minScoreRate: 0.2, difficulty: 1 }), challenge(2), challenge(3)]
  const solves = [
    solve(1, 1, 1100),
    solve(2, 1, 1200),
    solve(3, 2, 1600),
    solve(2, 2, 1700),
    solve(2, 3, 1900),
  ]
  const lines = (until: number | null) =>
    boardOf({
      challenges,
      solves: [...solves, solve(1, 3, 2500)].filter(({ time }) => time < game.end),
      until,
    })
      .items()
      .filter(({ id }) => id <= 103)
  const tries = [
    { teamId: 103, challengeId: 2, first: 1550 },
    { teamId: 103, challengeId: 3, first: 1560 },
    { teamId: 102, challengeId: 3, first: 1590 },
    { teamId: 102, challengeId: 2, first: 1690 },
  ]
  const input = { frozen: lines(1500), final: lines(null), tries }

  it('is told from the last place up', () => {
    const steps = revealOf(input)
    expect(
      steps.map((step) => ({ ...step, ...('points' in step ? { points: step.points > 0 } : {}) })),
    ).toEqual([
      { kind: 'settle' },
      { kind: 'open', teamId: 103, challengeId: 2, points: true, from: 3, to: 1 },
      { kind: 'open', teamId: 102, challengeId: 3, points: true, from: 3, to: 1 },
      { kind: 'place', teamId: 101, place: 3 },
      { kind: 'open', teamId: 103, challengeId: 3, points: false, from: 2, to: 2 },
      { kind: 'place', teamId: 103, place: 2 },
      { kind: 'open', teamId: 102, challengeId: 2, points: true, from: 1, to: 1 },
      { kind: 'place', teamId: 102, place: 1 },
    ])
  })

  it('has no cells without tries, and no steps without teams', () => {
    expect(revealOf({ frozen: input.final, final: input.final, tries: [] }).map(({ kind }) => kind)).toEqual([
      'settle',
      'place',
      'place',
      'place',
    ])
    expect(revealOf({ frozen: [], final: [], tries: [] })).toEqual([{ kind: 'settle' }])
  })
})
