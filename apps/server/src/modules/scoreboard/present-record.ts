import type { RecordKind } from '@pennant/contract/enums'
import type { Recorded, RecordedChange, RecordedState } from '@pennant/contract/record'
import type { GameRecord } from '@pennant/rules/scoreboard/record'
import { boardTeamOf } from '../../core/game/assemble.ts'
import type { Game } from '../../core/game/game.ts'
import { recordedMembers } from './recorded-members.ts'
import type { ChangeRow } from './store-changes.ts'

/** Taken at once: solves may be added to the game meanwhile. */
export const recordOf = (game: Game): Omit<GameRecord, 'changes'> => ({
  game: { start: game.settings.start, end: game.settings.end, bloodBonus: game.settings.bloodBonus },
  divisions: [...game.divisions.values()],
  challenges: [...game.challenges.values()],
  teams: [...game.participations.values()].map((one) => ({ ...boardTeamOf(one), status: one.status })),
  solves: game.solves.slice(),
  adjustments: game.adjustments,
})

/** What the board tells anyway. Why a team was given points is between it and the organizers. */
export const openRecordOf = (record: Omit<GameRecord, 'changes'>): Omit<GameRecord, 'changes'> => {
  const { divisions, challenges, teams, solves, adjustments, ...rest } = record
  const shown = challenges.filter(({ isEnabled }) => isEnabled)
  const accepted = teams.filter(({ status }) => status === 'Accepted')
  const [challengeIds, teamIds] = [
    new Set(shown.map(({ id }) => id)),
    new Set(accepted.map(({ participationId }) => participationId)),
  ]
  return {
    ...rest,
    divisions: divisions.map(({ challengeConfigs, ...division }) => ({
      ...division,
      challengeConfigs: new Map([...challengeConfigs].filter(([id]) => challengeIds.has(id))),
    })),
    challenges: shown,
    teams: accepted,
    solves: solves.filter(
      ({ challengeId, participationId }) => challengeIds.has(challengeId) && teamIds.has(participationId),
    ),
    adjustments: adjustments
      .filter(({ participationId }) => teamIds.has(participationId))
      .map((one) => ({ ...one, reason: '', revokeReason: null })),
  }
}

export const changesOf = (gameId: number, rows: readonly ChangeRow[]): RecordedChange[] =>
  rows.flatMap((row) => changesIn(row, gameId))

export const presentRecord = (
  record: Omit<GameRecord, 'changes' | 'solves'>,
): Omit<Recorded, 'changes' | 'checksum' | 'solves'> => ({
  start: record.game.start,
  end: record.game.end,
  bloodBonus: record.game.bloodBonus,
  divisions: record.divisions.map(({ id, name, defaultPermissions, challengeConfigs }) => ({
    ...{ id, name, defaultPermissions },
    challengeConfigs: [...challengeConfigs].map(([challengeId, permissions]) => ({
      challengeId,
      permissions,
    })),
  })),
  challenges: record.challenges.map((one) => ({
    id: one.id,
    title: one.title,
    category: one.category,
    originalScore: one.originalScore,
    minScoreRate: one.minScoreRate,
    difficulty: one.difficulty,
    deadline: one.deadline,
    disableBloodBonus: one.disableBloodBonus,
    position: one.position ?? null,
    isEnabled: one.isEnabled,
  })),
  teams: record.teams.map((one) => ({
    participationId: one.participationId,
    teamId: one.teamId,
    name: one.name,
    bio: one.bio,
    avatar: one.avatar,
    divisionId: one.divisionId,
    status: one.status,
  })),
  adjustments: record.adjustments.map((one) => ({
    participationId: one.participationId,
    points: one.points,
    time: one.time,
    reason: one.reason,
    revokedAt: one.revokedAt,
    revokeReason: one.revokeReason,
  })),
})

type Sides = Record<'before' | 'after', Readonly<Record<string, unknown>>>

const kinds: Readonly<Record<string, RecordKind>> = {
  game: 'Game',
  division: 'Division',
  challenge: 'Challenge',
  participation: 'Participation',
}

const stateOf = (kind: RecordKind, side: Readonly<Record<string, unknown>>): RecordedState =>
  // Their types are those of the act's declaration, by which the row was written.
  Object.fromEntries(
    recordedMembers[kind].flatMap((name) =>
      side[name] === undefined ? [] : [[name === 'deadlineUtc' ? 'deadline' : name, side[name]]],
    ),
  )

const isEmpty = (state: RecordedState): boolean => Object.keys(state).length === 0

const changesIn = (row: ChangeRow, gameId: number): RecordedChange[] => {
  const { action, object, before, after, reason } = row
  const time = row.time.getTime()
  const told = { time, reason }
  if (action === 'challenge.order')
    return moves(idsIn(before), idsIn(after)).map((one) => ({ ...told, ...one }))
  if (action === 'participation.decideMany')
    return decisions({ before, after }).map((one) => ({ ...told, ...one }))
  if (action.startsWith('team.'))
    return leavers(before, gameId, row.object_name).map((one) => ({ ...told, ...one }))
  const [name = '', id = ''] = object.split(':')
  const kind = kinds[name]
  if (kind === undefined) return []
  const change = { ...told, kind, id: Number(id) }
  const states = { before: stateOf(kind, before), after: stateOf(kind, after) }
  if (action.endsWith('.delete')) return [{ ...change, before: states.before, after: null }]
  const isNew =
    action.endsWith('.create') || (action === 'participation.join' && after['teamId'] !== undefined)
  if (isNew) return [{ ...change, before: null, after: states.after }]
  return isEmpty(states.before) && isEmpty(states.after) ? [] : [{ ...change, ...states }]
}

type Bare = Pick<RecordedChange, 'after' | 'before' | 'id' | 'kind'>

const idsIn = ({ challenges }: Readonly<Record<string, unknown>>): number[] =>
  Array.isArray(challenges) ? challenges.filter((id): id is number => typeof id === 'number') : []

const moves = (before: readonly number[], after: readonly number[]): Bare[] => {
  const positionIn = (ids: readonly number[], id: number): number | null => {
    const at = ids.indexOf(id)
    return at < 0 ? null : at + 1
  }
  return [...new Set([...before, ...after])].flatMap((id): Bare[] => {
    const [from, to] = [positionIn(before, id), positionIn(after, id)]
    return from === to ? [] : [{ kind: 'Challenge', id, before: { position: from }, after: { position: to } }]
  })
}

type Decided = Readonly<Record<string, unknown>> & { readonly id: number }

const isDecided = (one: unknown): one is Decided =>
  typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'number'

const listIn = ({ participations }: Readonly<Record<string, unknown>>): Decided[] =>
  Array.isArray(participations) ? participations.filter(isDecided) : []

const decisions = ({ before, after }: Sides): Bare[] => {
  const states = new Map(listIn(after).map((one) => [one.id, one]))
  return listIn(before).map((one) => ({
    ...{ kind: 'Participation', id: one.id, before: stateOf('Participation', one) },
    after: stateOf('Participation', states.get(one.id) ?? {}),
  }))
}

const leavers = (before: Sides['before'], gameId: number, name: string | null): Bare[] =>
  listIn(before)
    .filter((one) => one['gameId'] === gameId)
    .map((one) => ({
      ...{ kind: 'Participation', id: one.id, after: null },
      before: { ...stateOf('Participation', one), ...(name === null ? {} : { name }) },
    }))
