import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { type BoardInput, createBoard, type Solve } from '@pennant/rules/scoreboard/board'
import { packBloodBonus, unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { games, withoutDuplicates } from '@pennant/rules/scoreboard/random-game.suite'
import { byBreadth } from '../../../../../tests/kit/breadth.ts'
import type { PublicBoard } from '../../core/game/public-board.ts'
import { type BoardWriter, createBoardWriter, type WrittenBoard } from './write-board.ts'

const boardOf = (board: PublicBoard['board'], version: number): PublicBoard => ({
  ...{ gameId: 1, audience: 'everyone', version, shapeVersion: 1, tag: '', board },
  // Some boards of a history are frozen, and some of these hidden.
  ...{ frozenAt: version % 3 === 2 ? 1_500_000_000_000 : null, isHidden: version % 6 === 5 },
  modified: new Date(1_700_000_000_000 + version),
})

const writeAll = (writer: BoardWriter, board: PublicBoard, bloodBonus: number): WrittenBoard => {
  const portions = writer.write(board, bloodBonus)
  for (;;) {
    const portion = portions.next()
    if (portion.done === true) return portion.value
  }
}

/** As plain objects, member by member in the order of the wire. */
const plainText = (
  { board, version, modified, frozenAt, isHidden }: PublicBoard,
  bloodBonus: number,
): string => {
  const categories = [...new Set(board.challenges().map(({ category }) => category))]
  return JSON.stringify({
    updateTimeUtc: modified.getTime(),
    bloodBonus: packBloodBonus(unpackBloodBonus(bloodBonus)),
    timelines: board.timelines().map(({ divisionId, teams }) => ({
      divisionId,
      teams: teams.map(({ id, name, items }) => ({
        id,
        name,
        items: items.map(({ time, score }) => ({ time, score })),
      })),
    })),
    items: board.items().map(plainItem),
    divisions: board.divisions().map(({ id, name, defaultPermissions, challengeConfigs }) => ({
      ...{ id, name, defaultPermissions, challengeConfigs },
    })),
    challenges: Object.fromEntries(
      categories.map((category) => [
        category,
        board
          .challenges()
          .filter((one) => one.category === category)
          .map(plainChallenge),
      ]),
    ),
    challengeCount: board.challenges().length,
    version,
    ...(frozenAt === null ? {} : { frozenAt }),
    ...(isHidden ? { hidden: true } : {}),
  })
}

const plainItem = (item: ReturnType<PublicBoard['board']['items']>[number]) => ({
  id: item.id,
  name: item.name,
  bio: item.bio,
  avatar: item.avatar,
  divisionId: item.divisionId,
  score: item.score,
  rank: item.rank,
  divisionRank: item.divisionRank,
  lastSubmissionTime: item.lastSubmissionTime,
  solvedChallenges: item.solvedChallenges.map(({ id, score, type, userName, time }) => ({
    ...{ id, score, type, userName, time },
  })),
  solvedCount: item.solvedCount,
  ...(item.adjustment === undefined ? {} : { adjustment: item.adjustment }),
})

const plainChallenge = (challenge: ChallengeInfo) => ({
  id: challenge.id,
  title: challenge.title,
  category: challenge.category,
  score: challenge.score,
  solved: challenge.solved,
  deadline: challenge.deadline,
  bloods: challenge.bloods.map(({ id, name, avatar, submitTimeUtc }) => ({
    id,
    name,
    avatar,
    submitTimeUtc,
  })),
  disableBloodBonus: challenge.disableBloodBonus,
})

const names = fc.oneof(
  fc.constantFrom('"', '\\', '\n', '\u2028', '\ud800', 'Ünïcødé', '🏁 fin', '</script>'),
  fc.string({ unit: 'binary' }),
)

/** Solves follow in steps; at some of them the board is built again, with other names and teams. */
const histories = games.map(withoutDuplicates).chain((input) =>
  fc.record({
    input: fc.constant(input),
    names: fc.array(names, { minLength: 5, maxLength: 5 }),
    steps: fc.array(
      fc.record({
        solves: fc.nat(4),
        rebuild: fc.constantFrom(false, false, false, 'renamed', 'without a team', 'without a challenge'),
      }),
      { maxLength: 12 },
    ),
  }),
)

const named = (input: BoardInput, texts: readonly string[], shift: number): BoardInput => {
  const text = (at: number): string => texts[(at + shift) % texts.length] ?? ''
  return {
    ...input,
    teams: input.teams.map((team, at) => ({
      ...team,
      name: text(at),
      bio: at % 3 === 0 ? null : text(at + 1),
    })),
    challenges: input.challenges.map((one) => ({ ...one, title: text(one.id) })),
    divisions: input.divisions.map((one) => ({ ...one, name: text(one.id) })),
  }
}

const solverNamed = (solve: Solve, texts: readonly string[]): Solve => ({
  ...solve,
  userName: solve.userName === null ? null : (texts[solve.submissionId % texts.length] ?? ''),
})

describe('a board that is written piece by piece', () => {
  it('is to the byte what its plain objects are as JSON, after every change', () => {
    fc.assert(
      fc.property(histories, ({ input, names: texts, steps }) => {
        const writer = createBoardWriter()
        const solves = input.solves.map((solve) => solverNamed(solve, texts))
        let current: BoardInput = { ...named(input, texts, 0), solves: [] }
        let board = createBoard(current)
        let taken = 0
        for (const [version, { solves: count, rebuild }] of steps.entries()) {
          for (const solve of solves.slice(taken, taken + count)) board.add(solve)
          taken = Math.min(taken + count, solves.length)
          if (rebuild !== false) {
            const teams = rebuild === 'without a team' ? current.teams.slice(1) : current.teams
            const challenges =
              rebuild === 'without a challenge' ? current.challenges.slice(1) : current.challenges
            const changed = { ...current, teams, challenges, solves: solves.slice(0, taken) }
            current = named(changed, texts, version)
            board = createBoard(current)
          }
          const shown = boardOf(board, version)
          const written = writeAll(writer, shown, input.game.bloodBonus)
          expect(written.bytes.toString()).toBe(plainText(shown, input.game.bloodBonus))
          for (const item of board.items())
            expect(written.lineOf(item.id)).toBe(JSON.stringify(plainItem(item)))
          expect(written.lineOf(-1)).toBeUndefined()
        }
      }),
      { numRuns: byBreadth(100, 1_000, 10_000) },
    )
  })

  it('is the board of the moment when it was begun, whatever is solved meanwhile', () => {
    fc.assert(
      fc.property(games.map(withoutDuplicates), ({ solves, ...input }) => {
        const board = createBoard({ ...input, solves: [] })
        const writer = createBoardWriter()
        for (const [version, solve] of solves.entries()) {
          const shown = boardOf(board, version)
          const text = plainText(shown, input.game.bloodBonus)
          const portions = writer.write(shown, input.game.bloodBonus)
          portions.next()
          board.add(solve)
          board.items()
          let portion = portions.next()
          while (portion.done !== true) portion = portions.next()
          expect(portion.value.bytes.toString()).toBe(text)
        }
      }),
    )
  })
})
