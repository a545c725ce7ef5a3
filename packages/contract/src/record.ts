import { ChallengeCategory, ParticipationStatus, RecordKind } from './enums.ts'
import { route } from './route.ts'
import { ChallengePermission } from './scoreboard.ts'
import {
  Decimal,
  Flag,
  IdParam,
  Int32,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Time,
  type Static,
} from './schema.ts'

/** Of what was changed only the members that boards rest on, under the names that the record has for them. */
export const RecordedState = Model({
  start: Optional(Time),
  end: Optional(Time),
  bloodBonus: Optional(Int32),
  name: Optional(Str),
  defaultPermissions: Optional(Int32),
  challengeConfigs: Optional(List(ChallengePermission)),
  title: Optional(Str),
  category: Optional(ChallengeCategory),
  originalScore: Optional(Int32),
  minScoreRate: Optional(Decimal),
  difficulty: Optional(Decimal),
  deadline: Maybe(Time),
  disableBloodBonus: Optional(Flag),
  position: Maybe(Int32),
  isEnabled: Optional(Flag),
  status: Optional(ParticipationStatus),
  divisionId: Maybe(Int32),
})
export type RecordedState = Static<typeof RecordedState>

export const RecordedChange = Model({
  time: Time,
  kind: RecordKind,
  id: Int32,
  /** Null: it was created. */
  before: Nullable(RecordedState),
  /** Null: it was deleted for good. */
  after: Nullable(RecordedState),
  reason: Nullable(Str),
})
export type RecordedChange = Static<typeof RecordedChange>

/** One list for each member, in the order of acceptance. */
export const SolveColumns = Model({
  participations: List(Int32),
  challenges: List(Int32),
  /** Each is the distance to the one before. */
  times: List(Decimal),
  /** Their ids; each is the distance to the one before. */
  submissions: List(Decimal),
  /** Indexes in `names`; -1 for none. */
  users: List(Int32),
  names: List(Str),
})
export type SolveColumns = Static<typeof SolveColumns>

/** All that boards are computed from. Extension. */
export const RecordModel = Model({
  /** Of the board as it is now, by which those who compute it see that theirs is the same. */
  checksum: Str,
  start: Time,
  end: Time,
  bloodBonus: Int32,
  divisions: List(
    Model({ id: Int32, name: Str, defaultPermissions: Int32, challengeConfigs: List(ChallengePermission) }),
  ),
  challenges: List(
    Model({
      id: Int32,
      title: Str,
      category: ChallengeCategory,
      originalScore: Int32,
      minScoreRate: Decimal,
      difficulty: Decimal,
      deadline: Nullable(Time),
      disableBloodBonus: Flag,
      position: Nullable(Int32),
      isEnabled: Flag,
    }),
  ),
  teams: List(
    Model({
      participationId: Int32,
      teamId: Int32,
      name: Str,
      bio: Nullable(Str),
      avatar: Nullable(Str),
      divisionId: Nullable(Int32),
      status: ParticipationStatus,
    }),
  ),
  solves: SolveColumns,
  adjustments: List(
    Model({
      participationId: Int32,
      points: Int32,
      time: Time,
      reason: Str,
      revokedAt: Nullable(Time),
      revokeReason: Nullable(Str),
    }),
  ),
  /** The oldest first. For monitors only. */
  changes: Optional(List(RecordedChange)),
})
export type Recorded = Static<typeof RecordModel>

export const readRecord = route({
  id: 'scoreboard.record',
  method: 'GET',
  path: '/api/game/:id/record',
  summary:
    'Get all that the scoreboards of a game are computed from; before results are published, for monitors only',
  access: 'anonymous',
  limit: 'query',
  params: IdParam,
  answer: RecordModel,
  caching: 'private',
  problems: ['game.notFound', 'game.notStarted', 'auth.required', 'auth.forbidden'],
})
