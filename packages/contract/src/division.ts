import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  IdParam,
  Int32,
  IntBetween,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Secret,
  Str,
  Text,
  type Static,
} from './schema.ts'
import { ChallengePermission } from './scoreboard.ts'

export const Division = Model({
  id: Int32,
  name: Str,
  inviteCode: Secret(Nullable(Str)),
  defaultPermissions: Int32,
  challengeConfigs: List(ChallengePermission),
  /** The value for `If-Match` in a change or deletion. Extension. */
  version: Optional(Str),
})
export type Division = Static<typeof Division>

/** A mask of `gamePermissions`; unnamed bits are kept. */
const Permissions = IntBetween(0, 2_147_483_647)

const ChallengePermissionEdit = Model({ challengeId: Int32, permissions: Optional(Permissions) })

const rest = {
  inviteCode: Maybe(Text({ line: true, max: limits.inviteCode })),
  defaultPermissions: Maybe(Permissions),
  challengeConfigs: Maybe(List(ChallengePermissionEdit, { max: limits.challengesPerGame })),
}

export const DivisionCreateModel = Model({
  name: Text({ required: true, line: true, max: limits.divisionName }),
  ...rest,
})
export type DivisionCreate = Static<typeof DivisionCreateModel>

/** Members that are null or left out stay as they are. */
export const DivisionEditModel = Model({
  name: Maybe(Text({ required: true, line: true, max: limits.divisionName })),
  ...rest,
})
export type DivisionEdit = Static<typeof DivisionEditModel>

const DivisionParam = Model({ id: Int32, did: Int32 })

export const listDivisions = route({
  id: 'division.list',
  method: 'GET',
  path: '/api/edit/games/:id/divisions',
  summary: 'List the divisions of a game',
  access: 'admin',
  params: IdParam,
  answer: List(Division),
  problems: ['game.notFound'],
})

export const createDivision = route({
  id: 'division.create',
  method: 'POST',
  path: '/api/edit/games/:id/divisions',
  summary: 'Create a division',
  access: 'admin',
  params: IdParam,
  body: DivisionCreateModel,
  answer: Division,
  problems: ['game.notFound', 'division.challengeUnknown', 'division.challengeTwice'],
})

export const updateDivision = route({
  id: 'division.update',
  method: 'PUT',
  path: '/api/edit/games/:id/divisions/:did',
  summary: 'Update a division',
  access: 'admin',
  params: DivisionParam,
  body: DivisionEditModel,
  answer: Division,
  problems: [
    'game.notFound',
    'division.notFound',
    'division.challengeUnknown',
    'division.challengeTwice',
    'edit.conflict',
  ],
})

export const deleteDivision = route({
  id: 'division.delete',
  method: 'DELETE',
  path: '/api/edit/games/:id/divisions/:did',
  summary: 'Delete a division; its teams stay in the game without one',
  access: 'admin',
  params: DivisionParam,
  answer: 'nothing',
  problems: ['game.notFound', 'division.notFound', 'edit.conflict'],
})
