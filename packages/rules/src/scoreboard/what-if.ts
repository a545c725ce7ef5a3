import type { Blood, ChallengeInfo, ScoreboardItem } from '@pennant/contract/scoreboard'
import { type BoardChallenge, createBoard } from './board.ts'
import { isInTime } from './board-input.ts'
import { boardInputOf, type GameRecord } from './record.ts'

export type ChallengeScoring = Pick<
  BoardChallenge,
  'originalScore' | 'minScoreRate' | 'difficulty' | 'deadline' | 'disableBloodBonus'
>

export type Change =
  | { kind: 'enableChallenges'; challengeIds: readonly number[] }
  | { kind: 'disableChallenges'; challengeIds: readonly number[] }
  | { kind: 'deleteChallenges'; challengeIds: readonly number[] }
  | { kind: 'scoreChallenges'; challengeIds: readonly number[]; scoring: Partial<ChallengeScoring> }
  /** Packed. */
  | { kind: 'setBloodBonus'; bloodBonus: number }
  | { kind: 'acceptTeams'; teamIds: readonly number[] }
  /** Suspended or rejected: both leave the board. */
  | { kind: 'excludeTeams'; teamIds: readonly number[] }
  | { kind: 'deleteTeams'; teamIds: readonly number[] }
  /** Given to each, or taken. */
  | { kind: 'adjustTeams'; teamIds: readonly number[]; points: number }
  | { kind: 'moveTeams'; teamIds: readonly number[]; divisionId: number | null }
  | {
      kind: 'permitDivision'
      divisionId: number
      defaultPermissions: number
      challengeConfigs: readonly { challengeId: number; permissions: number }[]
    }
  | { kind: 'deleteDivision'; divisionId: number }
  /** A member that is left out stays. */
  | { kind: 'moveTimes'; start?: number; end?: number }

export type NamedTeam = { id: number; name: string }

/** A rank of 0 is none. */
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
  /** Null: no team. */
  before: NamedTeam | null
  after: NamedTeam | null
}

export type Difference = {
  /** Only teams that differ, by their rank before; new ones last. */
  teams: readonly TeamDifference[]
  bloods: readonly BloodDifference[]
  /** Present even if equal; null where no ranked team has points. */
  leader: { before: NamedTeam | null; after: NamedTeam | null }
  firstTen: { enter: readonly NamedTeam[]; leave: readonly NamedTeam[] }
}

type Done<Kind extends Change['kind']> = (
  record: GameRecord,
  change: Extract<Change, { kind: Kind }>,
) => GameRecord

const inChallenges = (
  record: GameRecord,
  ids: readonly number[],
  next: Partial<GameRecord['challenges'][number]>,
): GameRecord => {
  const named = new Set(ids)
  return {
    ...record,
    challenges: record.challenges.map((one) => (named.has(one.id) ? { ...one, ...next } : one)),
  }
}

const inTeams = (
  record: GameRecord,
  ids: readonly number[],
  next: Partial<GameRecord['teams'][number]>,
): GameRecord => {
  const named = new Set(ids)
  return { ...record, teams: record.teams.map((one) => (named.has(one.teamId) ? { ...one, ...next } : one)) }
}

const byHand = { reason: '', revokedAt: null, revokeReason: null }

const done: { readonly [Kind in Change['kind']]: Done<Kind> } = {
  enableChallenges: (record, { challengeIds }) => inChallenges(record, challengeIds, { isEnabled: true }),
  disableChallenges: (record, { challengeIds }) => inChallenges(record, challengeIds, { isEnabled: false }),
  scoreChallenges: (record, { challengeIds, scoring }) => inChallenges(record, challengeIds, scoring),
  deleteChallenges(record, { challengeIds }) {
    const ids = new Set(challengeIds)
    return {
      ...record,
      challenges: record.challenges.filter(({ id }) => !ids.has(id)),
      solves: record.solves.filter(({ challengeId }) => !ids.has(challengeId)),
    }
  },
  setBloodBonus: (record, { bloodBonus }) => ({ ...record, game: { ...record.game, bloodBonus } }),
  acceptTeams: (record, { teamIds }) => inTeams(record, teamIds, { status: 'Accepted' }),
  excludeTeams: (record, { teamIds }) => inTeams(record, teamIds, { status: 'Suspended' }),
  deleteTeams(record, { teamIds }) {
    const ids = new Set(teamIds)
    const gone = new Set(
      record.teams.flatMap(({ teamId, participationId }) => (ids.has(teamId) ? [participationId] : [])),
    )
    return {
      ...record,
      teams: record.teams.filter(({ teamId }) => !ids.has(teamId)),
      solves: record.solves.filter(({ participationId }) => !gone.has(participationId)),
    }
  },
  adjustTeams(record, { teamIds, points }) {
    const ids = new Set(teamIds)
    const given = record.teams
      .filter(({ teamId }) => ids.has(teamId))
      .map(({ participationId }) => ({ ...byHand, participationId, points, time: record.game.start }))
    return { ...record, adjustments: [...record.adjustments, ...given] }
  },
  moveTeams: (record, { teamIds, divisionId }) => inTeams(record, teamIds, { divisionId }),
  permitDivision: (record, { divisionId, defaultPermissions, challengeConfigs }) => ({
    ...record,
    divisions: record.divisions.map((one) =>
      one.id === divisionId
        ? {
            ...one,
            defaultPermissions,
            challengeConfigs: new Map(
              challengeConfigs.map(({ challengeId, permissions }) => [challengeId, permissions]),
            ),
          }
        : one,
    ),
  }),
  deleteDivision: (record, { divisionId }) => ({
    ...record,
    divisions: record.divisions.filter(({ id }) => id !== divisionId),
    teams: record.teams.map((one) => (one.divisionId === divisionId ? { ...one, divisionId: null } : one)),
  }),
  moveTimes(record, { start = record.game.start, end = record.game.end }) {
    return { ...record, game: { ...record.game, start, end } }
  },
}

export const changed = (record: GameRecord, change: Change): GameRecord => {
  // TypeScript can't tell that the entry found takes this very change.
  const perform = done[change.kind] as Done<Change['kind']>
  return perform(record, change)
}

/** Of the changes one after the other. */
export const whatIf = (record: GameRecord, ...changes: readonly Change[]): Difference => {
  const before = createBoard(boardInputOf(record))
  const after = createBoard(boardInputOf(changes.reduce(changed, record)))
  return {
    teams: differingTeams(before.items(), after.items()),
    bloods: differingBloods(before.challenges(), after.challenges()),
    leader: { before: leaderOf(before.items()), after: leaderOf(after.items()) },
    firstTen: differingTen(before.items(), after.items()),
  }
}

export type SolveShift = { uncounted: number; counted: number }

export const shiftOfSolves = (record: GameRecord, change: Change): SolveShift => {
  const before = countedSolves(record)
  const after = countedSolves(changed(record, change))
  const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
    [...some].filter((key) => !others.has(key)).length
  return { uncounted: without(before, after), counted: without(after, before) }
}

const countedSolves = ({ game, challenges, teams, solves }: GameRecord): ReadonlySet<string> => {
  const deadlines = new Map(
    challenges.flatMap((one) => (one.isEnabled ? [[one.id, one.deadline] as const] : [])),
  )
  const accepted = new Set(teams.flatMap((one) => (one.status === 'Accepted' ? [one.participationId] : [])))
  return new Set(
    solves.flatMap(({ participationId, challengeId, time }) => {
      const deadline = deadlines.get(challengeId)
      const counts = deadline !== undefined && accepted.has(participationId) && isInTime(game, deadline, time)
      return counts ? [`${participationId}/${challengeId}`] : []
    }),
  )
}

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
const leaderOf = (items: readonly ScoreboardItem[]): NamedTeam | null =>
  nameOf(ranked(items).find(({ score }) => score > 0))

const differingTen = (
  before: readonly ScoreboardItem[],
  after: readonly ScoreboardItem[],
): Difference['firstTen'] => {
  const [ten, next] = [ranked(before).slice(0, 10), ranked(after).slice(0, 10)]
  const without = (teams: readonly ScoreboardItem[], others: readonly ScoreboardItem[]): NamedTeam[] =>
    teams.filter(({ id }) => others.every((other) => other.id !== id)).map(named)
  return { enter: without(next, ten), leave: without(ten, next) }
}
