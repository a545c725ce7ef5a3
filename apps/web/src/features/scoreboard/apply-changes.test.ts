import type { ChallengeInfo, Scoreboard } from '@pennant/contract/scoreboard'
import {
  type Board as RulesBoard,
  type BoardInput,
  createBoard,
  type Solve,
} from '@pennant/rules/scoreboard/board'
import {
  changesOn,
  type ShownBoard,
  type Step,
  stepBetween,
  stepsSince,
} from '@pennant/rules/scoreboard/changes'
import { atOnce } from '@pennant/rules/scoreboard/history'
import { games, withoutDuplicates } from '@pennant/rules/scoreboard/random-game.suite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../../tests/kit/breadth.ts'
import { applyChanges, checksumOf } from './apply-changes.ts'
import { type Board, packBoard } from './board.ts'

type Version = { shown: ShownBoard; version: number; whole: Board }

const atOf = (version: number): number => 1_000 + version

const versionOf = (board: RulesBoard, { game }: BoardInput, version: number): Version => {
  const shown: ShownBoard = {
    items: board.items(),
    challenges: board.challenges(),
    divisions: board.divisions(),
    timelines: board.timelines(),
    bloodBonus: game.bloodBonus,
  }
  const challenges: Record<string, ChallengeInfo[]> = {}
  for (const info of shown.challenges) (challenges[info.category] ??= []).push(info)
  const answer = {
    ...{ updateTimeUtc: atOf(version), bloodBonus: game.bloodBonus, timelines: shown.timelines },
    ...{ items: shown.items, divisions: shown.divisions, challenges },
    ...{ challengeCount: shown.challenges.length, version },
  }
  return { shown, version, whole: packBoard(JSON.parse(JSON.stringify(answer)) as Scoreboard) }
}

const between = ({ shown, version }: Version, after: Version): Step[] => {
  const step = atOnce(stepBetween(shown, after.shown))
  return step === null ? [] : [{ from: version, to: after.version, ...step }]
}

/** What goes over the wire, from a version to a later one. Null: the whole has to be read. */
const told = (steps: readonly Step[], { shown, version }: Version, since: number) => {
  const found = stepsSince(steps, version, since)
  const changes = found && changesOn(shown)(found)
  const sent = changes && { updateTimeUtc: atOf(version), ...changes }
  return sent && (JSON.parse(JSON.stringify(sent)) as typeof sent)
}

type Act = { solves: number } | { rename: number } | { join: number | null }

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ solves: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ rename: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ join: fc.constantFrom(null, 1, 2) }) },
  ),
  { minLength: 1, maxLength: 10 },
)

const joined = (id: number, divisionId: number | null) => ({
  ...{ participationId: 100 + id, teamId: 100 + id, name: `Late ${id}`, bio: null, avatar: null, divisionId },
})

/** Every version that a game goes through. Solves arrive in the order of their numbers, also late ones. */
const play = (drawn: BoardInput, all: readonly Act[]): Version[] => {
  const known: Solve[] = []
  let { teams } = drawn
  const build = (): RulesBoard => createBoard({ ...drawn, teams, solves: known })
  const coming = withoutDuplicates(drawn).solves.toSorted(
    (one, other) => one.submissionId - other.submissionId,
  )
  let board = build()
  const versions = [versionOf(board, drawn, 1)]
  for (const [at, act] of all.entries()) {
    if ('solves' in act)
      for (const solve of coming.splice(0, act.solves)) {
        known.push(solve)
        board.add(solve)
      }
    else {
      teams =
        'join' in act
          ? [...teams, joined(at, act.join)]
          : teams.map((team, index) =>
              index === act.rename ? { ...team, name: `Renamed ${at}`, avatar: `/a/${at}` } : team,
            )
      board = build()
    }
    versions.push(versionOf(board, drawn, 2 * at + 3))
  }
  return versions
}

const hasFallen = (before: Version, after: Version): boolean =>
  before.shown.challenges.some(({ score }, at) => (score === 0) !== (after.shown.challenges[at]?.score === 0))

describe('the board of any game, from what has changed', () => {
  it('is that of the whole answer, from whichever version and over whichever', () => {
    fc.assert(
      fc.property(games, acts, (drawn, all) => {
        const versions = play(drawn, all)
        let steps: Step[] = []
        for (const [at, after] of versions.entries()) {
          const before = versions[at - 1]
          if (before === undefined) continue
          const step = between(before, after)
          if (step.length === 0) expect(hasFallen(before, after)).toBe(true)
          steps = step.length === 0 ? [] : [...steps, ...step]
          for (const held of versions.slice(0, at + 1)) {
            const changes = told(steps, after, held.version)
            if (changes === null) continue
            const board = applyChanges(held.whole, after.version, changes)
            expect(board).toEqual(after.whole)
            expect(checksumOf(board)).toBe(changes.checksum)
            // Another process told of fewer versions, so that it begins with an earlier one.
            const earlier = told(steps, after, held.version - 1)
            if (earlier !== null)
              expect(applyChanges(held.whole, after.version, earlier)).toEqual(after.whole)
          }
        }
      }),
      { numRuns: byBreadth(60, 400, 4_000) },
    )
  })

  it('is looked for row by row, so that a server can turn to others meanwhile', () => {
    fc.assert(
      fc.property(games, (drawn) => {
        const [before, after] = play(drawn, [{ solves: 50 }])
        if (before === undefined || after === undefined || hasFallen(before, after)) return
        const earlier = new Set(before.shown.items)
        const changed = after.shown.items.filter((item) => !earlier.has(item))
        expect([...stepBetween(before.shown, after.shown)]).toEqual(
          changed.map(({ solvedChallenges }) => solvedChallenges.length),
        )
      }),
      { numRuns: 20 },
    )
  })

  it('is known to be another one by its check sum', () => {
    const differing = games.filter(({ teams, solves }) => teams.length > 1 && solves.length > 0)
    fc.assert(
      fc.property(differing, (drawn) => {
        const [, after] = play(drawn, [{ solves: 50 }])
        if (after === undefined) return
        const [team, ...others] = after.whole.teams
        if (team === undefined) return
        const other = { ...after.whole, teams: [{ ...team, score: team.score + 1 }, ...others] }
        expect(checksumOf(other)).not.toBe(checksumOf(after.whole))
      }),
      { numRuns: 20 },
    )
  })
})

const needed = (change: (input: BoardInput) => BoardInput, drawn: BoardInput): boolean => {
  const input = withoutDuplicates(drawn)
  const after = change(input)
  const versions = [versionOf(createBoard(input), input, 1), versionOf(createBoard(after), after, 2)] as const
  return atOnce(stepBetween(versions[0].shown, versions[1].shown)) === null
}

describe('what cannot be told in changes', () => {
  const busy = games.filter(
    ({ teams, challenges, adjustments, divisions }) =>
      teams.length > 1 && challenges.length > 0 && adjustments.length === 0 && divisions.length > 0,
  )

  it.each<[string, (input: BoardInput) => BoardInput]>([
    ['a team that is gone', (input) => ({ ...input, teams: input.teams.slice(1) })],
    ['a challenge that is gone', (input) => ({ ...input, challenges: input.challenges.slice(1) })],
    [
      'a challenge with another title',
      (input) => ({ ...input, challenges: input.challenges.map((one) => ({ ...one, title: 'Another' })) }),
    ],
    [
      'points by hand',
      (input) => ({
        ...input,
        adjustments: input.teams.map(({ participationId }) => ({
          ...{ participationId, points: 7, time: 120, revokedAt: null },
        })),
      }),
    ],
    [
      'a division with another name',
      (input) => ({ ...input, divisions: input.divisions.map((one) => ({ ...one, name: 'Another' })) }),
    ],
    ['another blood bonus', (input) => ({ ...input, game: { ...input.game, bloodBonus: 1_026 } })],
  ])('is %s', (_what, change) => {
    fc.assert(
      fc.property(busy, (drawn) => {
        expect(needed(change, drawn)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
