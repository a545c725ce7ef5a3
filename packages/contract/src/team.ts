import { ProfileUserInfoModel } from './account.ts'
import { ParticipationStatus } from './enums.ts'
import { limits } from './limit.ts'
import { nameProblems } from './problem.ts'
import { route } from './route.ts'
import {
  ArrayResponse,
  Flag,
  Guid,
  IdParam,
  Int32,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  pageOf,
  SearchHint,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

export const TeamUserInfoModel = Model({
  id: Guid,
  userName: Str,
  bio: Str,
  avatar: Nullable(Str),
  captain: Flag,
})

const info = { id: Int32, name: Str, bio: Nullable(Str), avatar: Nullable(Str), locked: Flag }

export const TeamGame = Model({ id: Int32, title: Str, start: Time, status: ParticipationStatus })
export type TeamGame = Static<typeof TeamGame>

export const TeamInfoModel = Model({
  ...info,
  /** Left out, not null, where the caller may not see members. */
  members: Optional(List(TeamUserInfoModel)),
  /** Sent to members when true: results depend on the team, so its captain can't delete it. Extension. */
  played: Optional(Flag),
  /** Sent to administrators. Extension. */
  games: Optional(List(TeamGame)),
})
export type TeamInfo = Static<typeof TeamInfoModel>

export const TeamWithDetailedUserInfo = Model({
  id: Int32,
  locked: Flag,
  captainId: Guid,
  name: Str,
  bio: Nullable(Str),
  avatar: Nullable(Str),
  members: List(ProfileUserInfoModel),
})

export const TeamModel = Model({ id: Int32, name: Str, avatar: Nullable(Str) })

export const TeamCreateModel = Model({
  name: Text({ required: true, line: true, max: limits.teamName, bytes: limits.teamNameBytes }),
  bio: Maybe(Text({ max: limits.teamBio })),
})
export const TeamUpdateModel = Model({
  name: Maybe(Text({ line: true, max: limits.teamName, bytes: limits.teamNameBytes })),
  bio: Maybe(Text({ max: limits.teamBio })),
})
export const TeamTransferModel = Model({ newCaptainId: Guid })
export const TeamVerifyModel = Model({
  teamToken: Text({ required: true, max: 512 }),
  publicKey: Text({ required: true, max: 512 }),
})
export const AdminTeamModel = Model({
  name: Maybe(Text({ line: true, max: limits.teamName, bytes: limits.teamNameBytes })),
  bio: Maybe(Text({ max: limits.teamBio })),
  locked: Maybe(Flag),
})

const inviteCode = Text({ required: true, max: limits.teamInvite, secret: true })

export const readTeam = route({
  id: 'team.read',
  method: 'GET',
  path: '/api/team/:id',
  summary: 'Get a team and its members',
  access: 'anonymous',
  params: IdParam,
  answer: TeamInfoModel,
  problems: ['team.notFound'],
})

export const ownTeams = route({
  id: 'team.own',
  method: 'GET',
  path: '/api/team',
  summary: 'List your teams',
  access: 'user',
  answer: List(TeamInfoModel),
})

export const createTeam = route({
  id: 'team.create',
  method: 'POST',
  path: '/api/team',
  summary: 'Create a team',
  access: 'user',
  limit: 'concurrency',
  body: TeamCreateModel,
  answer: TeamInfoModel,
  problems: ['team.captainOfTooMany', ...nameProblems],
})

export const updateTeam = route({
  id: 'team.update',
  method: 'PUT',
  path: '/api/team/:id',
  summary: 'Change the name and the bio of a team',
  access: 'user',
  params: IdParam,
  body: TeamUpdateModel,
  answer: TeamInfoModel,
  problems: ['team.unknown', 'team.notCaptain', ...nameProblems],
})

export const deleteTeam = route({
  id: 'team.delete',
  method: 'DELETE',
  path: '/api/team/:id',
  summary: 'Delete a team',
  access: 'user',
  params: IdParam,
  answer: 'nothing',
  problems: ['team.notFound', 'team.notCaptain', 'team.locked', 'team.played'],
})

export const transferTeam = route({
  id: 'team.transfer',
  method: 'PUT',
  path: '/api/team/:id/transfer',
  summary: 'Transfer the captaincy to another member',
  access: 'user',
  params: IdParam,
  body: TeamTransferModel,
  answer: TeamInfoModel,
  problems: [
    'team.unknown',
    'team.notCaptain',
    'team.newCaptainUnknown',
    'team.newCaptainNotMember',
    'team.newCaptainOfTooMany',
  ],
})

export const readInvite = route({
  id: 'team.invite',
  method: 'GET',
  path: '/api/team/:id/invite',
  summary: 'Get the invite code',
  access: 'user',
  params: IdParam,
  answer: Str,
  problems: ['team.unknown', 'team.notCaptain'],
})

export const renewInvite = route({
  id: 'team.renewInvite',
  method: 'PUT',
  path: '/api/team/:id/invite',
  summary: 'Replace the invite code',
  access: 'user',
  params: IdParam,
  answer: Str,
  problems: ['team.unknown', 'team.notCaptain'],
})

/** Extension. A wrong code doesn't tell whether there is such a team. */
export const readInvitation = route({
  id: 'team.invitation',
  method: 'POST',
  path: '/api/team/invitation',
  summary: 'Get the team that an invite code is for',
  access: 'anonymous',
  limit: 'query',
  body: inviteCode,
  answer: TeamInfoModel,
  problems: ['team.inviteMalformed', 'team.inviteWrong'],
})

export const acceptInvite = route({
  id: 'team.accept',
  method: 'POST',
  path: '/api/team/accept',
  summary: 'Join a team with its invite code',
  access: 'user',
  body: inviteCode,
  answer: 'nothing',
  problems: ['team.inviteMalformed', 'team.unknown', 'team.inviteWrong', 'team.alreadyMember'],
})

export const kickMember = route({
  id: 'team.kick',
  method: 'POST',
  path: '/api/team/:id/kick/:userId',
  summary: 'Remove a member',
  access: 'user',
  params: Model({ id: Int32, userId: Guid }),
  answer: TeamInfoModel,
  problems: ['team.unknown', 'team.notCaptain', 'team.locked', 'team.notMember', 'team.kickSelf'],
})

export const leaveTeam = route({
  id: 'team.leave',
  method: 'POST',
  path: '/api/team/:id/leave',
  summary: 'Leave a team',
  access: 'user',
  params: IdParam,
  answer: 'nothing',
  problems: ['team.notFound', 'team.notMember', 'team.captainLeaves', 'team.locked'],
})

export const teamAvatar = route({
  id: 'team.avatar',
  method: 'PUT',
  path: '/api/team/:id/avatar',
  summary: 'Set the avatar of a team',
  access: 'user',
  params: IdParam,
  upload: { field: 'file', maxBytes: limits.imageBytes },
  answer: Str,
  problems: [
    'team.notFound',
    'team.notCaptain',
    'image.missing',
    'image.empty',
    'image.tooLarge',
    'image.invalid',
  ],
})

export const verifyTeamToken = route({
  id: 'team.verify',
  method: 'POST',
  path: '/api/team/verify',
  summary: 'Check the signature of a team token',
  access: 'anonymous',
  body: TeamVerifyModel,
  answer: 'nothing',
  problems: ['team.tokenMalformed', 'team.tokenWrong'],
})

export const adminTeams = route({
  id: 'team.adminList',
  method: 'GET',
  path: '/api/admin/teams',
  summary: 'List all teams',
  access: 'admin',
  query: Model({
    ...pageOf(500, 100),
    /** All of these are extensions. Matches part of the team's or a member's name, or the id. */
    search: Optional(Text({ max: limits.search })),
    locked: Optional(Flag),
  }),
  answer: ArrayResponse(TeamInfoModel),
})

export const searchTeams = route({
  id: 'team.adminSearch',
  method: 'POST',
  path: '/api/admin/teams/search',
  summary: 'Search teams by name or ID',
  access: 'admin',
  query: SearchHint,
  answer: ArrayResponse(TeamInfoModel),
})

export const adminUpdateTeam = route({
  id: 'team.adminUpdate',
  method: 'PUT',
  path: '/api/admin/teams/:id',
  summary: 'Update a team as an administrator',
  access: 'admin',
  params: IdParam,
  body: AdminTeamModel,
  answer: 'nothing',
  problems: ['team.unknown', ...nameProblems],
})

export const adminDeleteTeam = route({
  id: 'team.adminDelete',
  method: 'DELETE',
  path: '/api/admin/teams/:id',
  summary: 'Delete a team as an administrator',
  access: 'admin',
  params: IdParam,
  answer: 'nothing',
  problems: ['team.notFound'],
})
