import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { type Board, type BoardTeam, isLater } from '../board.ts'
import type { ShownTeam } from '../team-list.ts'

export type RowContent = {
  board: Board
  shown: ShownTeam
  challenges: readonly ChallengeInfo[]
  columns: readonly number[]
}

/** Every solve makes a new board, but most rows stay the same. */
export const hasSameContent = (one: RowContent, other: RowContent): boolean =>
  one.columns === other.columns &&
  isSameTeam(one, other) &&
  (one.challenges === other.challenges || areSameColumns(one, other)) &&
  (one.board === other.board || areSameSolves(one, other))

const told = [
  'id',
  'name',
  'avatar',
  'score',
  'adjustment',
  'solves',
  'lastSolveAt',
] as const satisfies (keyof BoardTeam)[]

const isSameTeam = (one: RowContent, other: RowContent): boolean =>
  one.shown === other.shown ||
  (one.shown.rank === other.shown.rank &&
    one.shown.overall === other.shown.overall &&
    told.every((name) => one.shown.team[name] === other.shown.team[name]) &&
    divisionOf(one) === divisionOf(other))

export const divisionOf = ({ board, shown }: Pick<RowContent, 'board' | 'shown'>): string | undefined =>
  board.divisions.find(({ id }) => id === shown.team.divisionId)?.name

type Columns = Pick<RowContent, 'challenges'>

export const areSameColumns = (one: Columns, other: Columns): boolean =>
  one.challenges.length === other.challenges.length &&
  one.challenges.every(({ id, category }, at) => {
    const counterpart = other.challenges[at]
    return counterpart?.id === id && counterpart.category === category
  })

const areSameSolves = (one: RowContent, other: RowContent): boolean => {
  const { from, solves } = one.shown.team
  const shift = other.shown.team.from - from
  for (let at = from; at < from + solves; at++) {
    const mine = one.board.columns
    const theirs = other.board.columns
    if (
      mine.points[at] !== theirs.points[at + shift] ||
      mine.bloodRanks[at] !== theirs.bloodRanks[at + shift]
    )
      return false
    if (isLater(one.board, at) !== isLater(other.board, at + shift)) return false
    if (challengeAt(one.board, at) !== challengeAt(other.board, at + shift)) return false
  }
  return true
}

const challengeAt = ({ challenges, columns }: Board, at: number): number | undefined =>
  challenges[columns.challenges[at] ?? -1]?.id
