import type { RecordedChange, RecordedState } from '@pennant/contract/record'
import { type Board, createBoard } from './board.ts'
import { boardInputOf, type GameRecord, permissionsByChallenge } from './record.ts'

/** As it was before the changes of this moment and later. What was deleted for good stays away. */
const recordAt = (record: GameRecord, moment: number): GameRecord =>
  takenBack(
    record,
    record.changes.filter(({ time }) => time >= moment),
  )

/** All that had happened before the moment, and nothing of what has happened since. */
export const recordBefore = (record: GameRecord, moment: number): GameRecord => ({
  ...recordAt(record, moment),
  solves: record.solves.filter(({ time }) => time < moment),
  adjustments: record.adjustments
    .filter(({ time }) => time < moment)
    .map((one) =>
      one.revokedAt !== null && one.revokedAt >= moment
        ? { ...one, revokedAt: null, revokeReason: null }
        : one,
    ),
  changes: record.changes.filter(({ time }) => time < moment),
})

/** The board that was live at the moment: nothing that happened then or later is on it. */
export const boardAt = (record: GameRecord, moment: number): Board =>
  createBoard({ ...boardInputOf(recordAt(record, moment)), until: moment })

/** The changes from the oldest to the newest of all. */
export const takenBack = (record: GameRecord, changes: readonly RecordedChange[]): GameRecord => {
  let { game } = record
  const parts = {
    Division: new Map(record.divisions.map((one) => [one.id, one])),
    Challenge: new Map(record.challenges.map((one) => [one.id, one])),
    Participation: new Map(record.teams.map((one) => [one.participationId, one])),
  }
  for (const { kind, id, before, after } of changes.toReversed()) {
    if (after === null) continue
    if (kind === 'Game') game = withMembers(game, gameMembers(before ?? {}))
    else if (before === null) parts[kind].delete(id)
    else if (kind === 'Division') put(parts.Division, id, divisionMembers(before))
    else if (kind === 'Challenge') put(parts.Challenge, id, challengeMembers(before))
    else put(parts.Participation, id, teamMembers(before))
  }
  return {
    ...record,
    game,
    divisions: [...parts.Division.values()],
    challenges: [...parts.Challenge.values()],
    teams: [...parts.Participation.values()],
  }
}

const put = <T extends object>(parts: Map<number, T>, id: number, members: Partial<T>): void => {
  const present = parts.get(id)
  if (present !== undefined) parts.set(id, withMembers(present, members))
}

const withMembers = <T extends object>(whole: T, members: Partial<T>): T => ({ ...whole, ...members })

const gameMembers = ({ start, end, bloodBonus }: RecordedState): Partial<GameRecord['game']> =>
  given({ start, end, bloodBonus })

const divisionMembers = ({ name, defaultPermissions, challengeConfigs }: RecordedState) =>
  given({
    name,
    defaultPermissions,
    challengeConfigs: challengeConfigs === undefined ? undefined : permissionsByChallenge(challengeConfigs),
  })

const challengeMembers = (state: RecordedState) =>
  given({
    title: state.title,
    category: state.category,
    originalScore: state.originalScore,
    minScoreRate: state.minScoreRate,
    difficulty: state.difficulty,
    deadline: state.deadline,
    disableBloodBonus: state.disableBloodBonus,
    position: state.position,
    isEnabled: state.isEnabled,
  })

const teamMembers = ({ status, divisionId }: RecordedState) => given({ status, divisionId })

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

const given = <T extends object>(members: T): Given<T> =>
  // `Object.fromEntries` forgets the names.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>
