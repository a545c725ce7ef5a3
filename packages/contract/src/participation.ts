import { ParticipationStatus } from './enums.ts'
import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  Guid,
  IdParam,
  Int32,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  type Static,
} from './schema.ts'
import { TeamModel, TeamWithDetailedUserInfo } from './team.ts'

export const ParticipationModel = Model({
  id: Int32,
  team: TeamModel,
  status: ParticipationStatus,
  division: Nullable(Str),
  divisionId: Nullable(Int32),
})
export type Participation = Static<typeof ParticipationModel>

export const ParticipationInfoModel = Model({
  id: Int32,
  team: TeamWithDetailedUserInfo,
  /** Users who joined in person. */
  registeredMembers: List(Guid),
  divisionId: Nullable(Int32),
  status: ParticipationStatus,
})
export type ParticipationInfo = Static<typeof ParticipationInfoModel>

export const GameJoinModel = Model({
  teamId: Int32,
  divisionId: Maybe(Int32),
  inviteCode: Maybe(Text({ max: limits.inviteCode })),
})
export type GameJoin = Static<typeof GameJoinModel>

export const JoinedTeam = Model({ id: Int32, division: Int32 })
export const GameJoinCheckInfoModel = Model({
  joinedTeams: List(JoinedTeam),
  joinableDivisions: List(Int32),
  /** Extension. */
  ownTeam: Optional(Model({ id: Int32, registeredMembers: List(Guid) })),
})
export type GameJoinCheckInfo = Static<typeof GameJoinCheckInfoModel>

/** `divisionId` is applied first and always: absent or null removes the division. */
export const ParticipationEditModel = Model({
  status: Maybe(ParticipationStatus),
  divisionId: Maybe(Int32),
})

export const checkJoin = route({
  id: 'participation.check',
  method: 'GET',
  path: '/api/game/:id/check',
  summary: 'List the teams and divisions that you can join a game with',
  access: 'user',
  params: IdParam,
  answer: GameJoinCheckInfoModel,
  problems: ['game.notFound'],
})

export const joinGame = route({
  id: 'participation.join',
  method: 'POST',
  path: '/api/game/:id',
  summary: 'Join a game with a team',
  access: 'user',
  params: IdParam,
  body: GameJoinModel,
  answer: 'nothing',
  problems: [
    'game.notFound',
    'game.ended',
    'team.notFound',
    'participation.notInTeam',
    'participation.divisionMissing',
    'participation.divisionUnknown',
    'participation.inviteWrong',
    'participation.alreadyJoined',
    'participation.otherDivision',
    'participation.teamFull',
  ],
})

/** Extension. */
export const decideMany = route({
  id: 'participation.decideMany',
  method: 'PUT',
  path: '/api/edit/games/:id/participations',
  summary: 'Decide on many participations of a game; each one is checked separately',
  access: 'admin',
  params: IdParam,
  body: Model({
    ids: List(Int32, { max: limits.decisionsAtOnce }),
    status: Maybe(ParticipationStatus),
    /** Absent keeps the divisions, null removes them. */
    divisionId: Maybe(Int32),
  }),
  /** The code of a problem where the change failed. */
  answer: List(Model({ id: Int32, code: Nullable(Str) })),
  problems: ['game.notFound'],
})

export const leaveGame = route({
  id: 'participation.leave',
  method: 'DELETE',
  path: '/api/game/:id',
  summary: 'Withdraw your application',
  access: 'user',
  params: IdParam,
  answer: 'nothing',
  problems: ['game.notFound', 'participation.none', 'participation.decided'],
})

export const listParticipations = route({
  id: 'participation.list',
  method: 'GET',
  path: '/api/game/:id/participations',
  summary: 'List all teams of a game with their members',
  access: 'admin',
  params: IdParam,
  answer: List(ParticipationInfoModel),
  problems: ['game.notFound'],
})

export const editParticipation = route({
  id: 'participation.edit',
  method: 'PUT',
  path: '/api/admin/participation/:id',
  summary: 'Decide on a participation',
  access: 'admin',
  params: IdParam,
  body: ParticipationEditModel,
  answer: 'nothing',
  problems: ['participation.notFound'],
})

export type Decision = Exclude<ParticipationStatus, 'Unsubmitted'>
