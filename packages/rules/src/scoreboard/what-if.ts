import type { Blood, ChallengeInfo, ScoreboardItem } from '@pennant/contract/scoreboard'
import { createBoard } from './board.ts'
import { boardInputOf, type GameRecord } from './record.ts'

export type Change =
  | { kind: 'disableChallenges'; challengeIds: readonly number[] }
  | { kind: 'deleteChallenges'; challengeIds: readonly number[] }
  | { kind: 'deleteTeams'; teamIds: readonly number[] }
  /** A member that is left out stays. */
  | { kind: 'moveTimes'; start?: number; end?: number }

export type NamedTeam = { id: number; name: string }

/** Where a team is on the board; a rank of 0 is none. */
export type Standing = { rank: number; divisionRank: number | null; points: number }

export type TeamDifference = NamedTeam & {
  /** Null: not on the board. */
  before: Standing | null
  after: Standing | null
}

export type BloodDifference = {
  challengeId: number
  title: string
  place: 1 | 2 | 3
  /** Null: nobody's. */
  before: NamedTeam | null
  after: NamedTeam | null
}

/** What a change of a game does to its board. */
export type Difference = {
  /** Those of which anything differs: as ranked before, then those that are new. */
  teams: readonly TeamDifference[]
  bloods: readonly BloodDifference[]
  /** Who leads, whether that differs or not; null on a board without ranked teams. */
  leader: { before: NamedTeam | null; after: NamedTeam | null }
  firstTen: { enter: readonly NamedTeam[]; leave: readonly NamedTeam[] }
}

/** The record as it is once the change has been made. */
export const changed = (record: GameRecord, change: Change): GameRecord => {
  switch (change.kind) {
    case 'disableChallenges': {
      const ids = new Set(change.challengeIds)
      const challenges = record.challenges.map((one) =>
        ids.has(one.id) ? { ...one, isEnabled: false } : one,
      )
      return { ...record, challenges }
    }
    case 'deleteChallenges': {
      const ids = new Set(change.challengeIds)
      return {
        ...record,
        challenges: record.challenges.filter(({ id }) => !ids.has(id)),
        solves: record.solves.filter(({ challengeId }) => !ids.has(challengeId)),
      }
    }
    case 'deleteTeams': {
      const ids = new Set(change.teamIds)
      const gone = new Set(
        record.teams.flatMap(({ teamId, participationId }) => (ids.has(teamId) ? [participationId] : [])),
      )
      return {
        ...record,
        teams: record.teams.filter(({ teamId }) => !ids.has(teamId)),
        solves: record.solves.filter(({ participationId }) => !gone.has(participationId)),
      }
    }
    case 'moveTimes': {
      const { start = record.game.start, end = record.game.end } = change
      return { ...record, game: { ...record.game, start, end } }
    }
  }
}

/** What the change would do to the board. Nothing is stored. */
export const whatIf = (record: GameRecord, change: Change): Difference => {
  const before = createBoard(boardInputOf(record))
  const after = createBoard(boardInputOf(changed(record, change)))
  return {
    teams: differingTeams(before.items(), after.items()),
    bloods: differingBloods(before.challenges(), after.challenges()),
    leader: { before: leaderOf(before.items()), after: leaderOf(after.items()) },
    firstTen: differingTen(before.items(), after.items()),
  }
}

/** Whether the board stays as it is. */
export const isEmpty = ({ teams, bloods }: Difference): boolean => teams.length === 0 && bloods.length === 0

const named = ({ id, name }: NamedTeam): NamedTeam => ({ id, name })
const nameOf = (team: NamedTeam | undefined): NamedTeam | null => (team === undefined ? null : named(team))

const standingOf = (item: ScoreboardItem | undefined): Standing | null =>
  item === undefined ? null : { rank: item.rank, divisionRank: item.divisionRank, points: item.score }

const same = (one: Standing | null, other: Standing | null): boolean =>
  one?.rank === other?.rank && one?.divisionRank === other?.divisionRank && one?.points === other?.points

const differingTeams = (
  before: readonly ScoreboardItem[],
  after: readonly ScoreboardItem[],
): TeamDifference[] => {
  const itemsBefore = new Map(before.map((item) => [item.id, item]))
  const itemsAfter = new Map(after.map((item) => [item.id, item]))
  return [...before, ...after.filter(({ id }) => !itemsBefore.has(id))]
    .map((item) => ({
      ...named(item),
      before: standingOf(itemsBefore.get(item.id)),
      after: standingOf(itemsAfter.get(item.id)),
    }))
    .filter((team) => !same(team.before, team.after))
}

const differingBloods = (
  before: readonly ChallengeInfo[],
  after: readonly ChallengeInfo[],
): BloodDifference[] => {
  const bloodsBefore = new Map(before.map(({ id, bloods }) => [id, bloods]))
  const bloodsAfter = new Map(after.map(({ id, bloods }) => [id, bloods]))
  const all = [...before, ...after.filter(({ id }) => !bloodsBefore.has(id))]
  return all.flatMap(({ id: challengeId, title }) =>
    ([1, 2, 3] as const).flatMap((place) => {
      const holder = (bloods: readonly Blood[] | undefined) => nameOf(bloods?.[place - 1])
      const one = holder(bloodsBefore.get(challengeId))
      const other = holder(bloodsAfter.get(challengeId))
      return one?.id === other?.id ? [] : [{ challengeId, title, place, before: one, after: other }]
    }),
  )
}

const ranked = (items: readonly ScoreboardItem[]): ScoreboardItem[] => items.filter(({ rank }) => rank > 0)
const leaderOf = (items: readonly ScoreboardItem[]): NamedTeam | null => nameOf(ranked(items)[0])

const differingTen = (
  before: readonly ScoreboardItem[],
  after: readonly ScoreboardItem[],
): Difference['firstTen'] => {
  const [ten, next] = [ranked(before).slice(0, 10), ranked(after).slice(0, 10)]
  const without = (teams: readonly ScoreboardItem[], others: readonly ScoreboardItem[]): NamedTeam[] =>
    teams.filter(({ id }) => others.every((other) => other.id !== id)).map(named)
  return { enter: without(next, ten), leave: without(ten, next) }
}
