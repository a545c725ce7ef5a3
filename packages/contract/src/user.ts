import { ProfileUserInfoModel } from './account.ts'
import { Role } from './enums.ts'
import { limits } from './limit.ts'
import { nameProblems } from './problem.ts'
import { route } from './route.ts'
import {
  ArrayResponse,
  EnumOf,
  Flag,
  Guid,
  GuidParam,
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

export const UserInfoModel = Model({
  id: Guid,
  userName: Str,
  email: Str,
  bio: Str,
  realName: Str,
  stdNumber: Str,
  phone: Nullable(Str),
  avatar: Nullable(Str),
  registerTimeUtc: Time,
  lastVisitedUtc: Time,
  ip: Str,
  role: Role,
  emailConfirmed: Flag,
  /** Left out without one. Extension. */
  secondFactor: Optional(Flag),
})
export type UserInfo = Static<typeof UserInfoModel>

export const UserCreateModel = Model({
  userName: Text({ required: true, line: true, ...limits.userName }),
  password: Text({ required: true, max: limits.passwordField, secret: true }),
  email: Text({ required: true, max: limits.email, format: 'email', line: true }),
  realName: Maybe(Text({ line: true, max: limits.realName })),
  stdNumber: Maybe(Text({ line: true, max: limits.studentNumber })),
  phone: Maybe(Text({ max: limits.phone, format: 'phone' })),
  teamName: Maybe(Text({ line: true, max: limits.teamName, bytes: limits.teamNameBytes })),
})
export type UserCreate = Static<typeof UserCreateModel>

export const AdminUserInfoModel = Model({
  userName: Maybe(Text({ required: true, line: true, ...limits.userName })),
  email: Maybe(Text({ max: limits.email, format: 'email', line: true })),
  bio: Maybe(Text({ max: limits.bio })),
  phone: Maybe(Text({ max: limits.phone, format: 'phone' })),
  realName: Maybe(Text({ line: true, max: limits.realName })),
  stdNumber: Maybe(Text({ line: true, max: limits.studentNumber })),
  emailConfirmed: Maybe(Flag),
  role: Maybe(Role),
})
export type AdminUserInfo = Static<typeof AdminUserInfoModel>

const policy = [
  'password.tooShort',
  'password.tooLong',
  'password.needsDigit',
  'password.needsLower',
  'password.needsUpper',
] as const

/** The default is the time of registration. */
export const userOrders = { name: 0, email: 1, registered: 2, visited: 3, role: 4, address: 5 } as const
export type UserOrder = keyof typeof userOrders

export const listUsers = route({
  id: 'user.list',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List all users',
  access: 'admin',
  query: Model({
    ...pageOf(500, 100),
    /** All of these are extensions. Matches part of a name, address, or number. */
    search: Optional(Text({ max: limits.search })),
    role: Optional(Role),
    confirmed: Optional(Flag),
    sort: Optional(EnumOf(userOrders)),
    descending: Optional(Flag),
  }),
  answer: ArrayResponse(UserInfoModel),
})

export const createUsers = route({
  id: 'user.createMany',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create users, all or none',
  access: 'admin',
  /** Both are extensions. */
  query: Model({
    /** Reports everything that would be refused and creates nobody. */
    trial: Optional(Flag),
    /** Any text of the caller's choice; users already created under it are not created again. */
    portion: Optional(Text({ line: true, max: limits.portionKey })),
  }),
  body: List(UserCreateModel, { max: limits.batchUsers }),
  answer: 'nothing',
  problems: [...policy, ...nameProblems, 'account.nameTaken', 'account.nameAt', 'account.emailTaken'],
})

export const searchUsers = route({
  id: 'user.search',
  method: 'POST',
  path: '/api/admin/users/search',
  summary: 'Search users',
  access: 'admin',
  query: SearchHint,
  answer: ArrayResponse(UserInfoModel),
})

export const readUser = route({
  id: 'user.read',
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'Get the profile of a user',
  access: 'admin',
  params: GuidParam,
  answer: ProfileUserInfoModel,
  problems: ['user.notFound'],
})

export const updateUser = route({
  id: 'user.update',
  method: 'PUT',
  path: '/api/admin/users/:id',
  summary: 'Update a user',
  access: 'admin',
  params: GuidParam,
  body: AdminUserInfoModel,
  answer: 'nothing',
  problems: [
    'user.notFound',
    'user.lastAdministrator',
    ...nameProblems,
    'account.nameTaken',
    'account.nameAt',
    'account.emailTaken',
  ],
})

export const deleteUser = route({
  id: 'user.delete',
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete a user',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['user.deleteSelf', 'user.notFound', 'user.isCaptain', 'user.lastAdministrator'],
})

/** Extension. */
export const endSessions = route({
  id: 'user.endSessions',
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'End every session of a user, who then has to log in again',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['user.notFound'],
})

export const resetUserPassword = route({
  id: 'user.resetPassword',
  method: 'DELETE',
  path: '/api/admin/users/:id/password',
  summary: 'Set a new password for a user',
  access: 'admin',
  params: GuidParam,
  answer: Str,
  problems: ['user.notFound'],
})

/** Extension. */
export const removeUserFactor = route({
  id: 'user.removeFactor',
  method: 'DELETE',
  path: '/api/admin/users/:id/second-factor',
  summary: 'Remove the second factor of another user, who is told by email',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['user.notFound', 'user.ownFactor', 'user.noFactor'],
})
