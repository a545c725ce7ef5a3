import { ChallengeCategory, ChallengeType } from './enums.ts'
import { route } from './route.ts'
import { Flag, IdParam, Int32, List, Model, Nullable, Str, Time, type Schema, type Static } from './schema.ts'

/** The byte count of a long capture can exceed 32 bits. */
const Size: Schema<number> = { type: 'integer', format: 'int64' }

export const ChallengeTrafficModel = Model({
  id: Int32,
  title: Str,
  category: ChallengeCategory,
  type: ChallengeType,
  isEnabled: Flag,
  count: Int32,
})
export type ChallengeTraffic = Static<typeof ChallengeTrafficModel>

export const TeamTrafficModel = Model({
  /** The id of the participation. */
  id: Int32,
  teamId: Int32,
  name: Nullable(Str),
  division: Nullable(Str),
  avatar: Nullable(Str),
  count: Int32,
})
export type TeamTraffic = Static<typeof TeamTrafficModel>

export const FileRecord = Model({ fileName: Str, size: Size, updateTime: Time })
export type FileRecord = Static<typeof FileRecord>

const ChallengeParam = Model({ cid: Int32 })
const TeamParam = Model({ cid: Int32, pid: Int32 })
const FileParam = Model({ cid: Int32, pid: Int32, filename: Str })

export const listCapturedChallenges = route({
  id: 'capture.challenges',
  method: 'GET',
  path: '/api/game/games/:id/captures',
  summary: 'List the challenges of a game whose traffic is captured',
  access: 'monitor',
  params: IdParam,
  answer: List(ChallengeTrafficModel),
})

export const listCapturedTeams = route({
  id: 'capture.teams',
  method: 'GET',
  path: '/api/game/captures/:cid',
  summary: 'List the teams that have captures for a challenge',
  access: 'monitor',
  params: ChallengeParam,
  answer: List(TeamTrafficModel),
  problems: ['capture.notFound'],
})

export const listCaptures = route({
  id: 'capture.list',
  method: 'GET',
  path: '/api/game/captures/:cid/:pid',
  summary: 'List the captures of a team for a challenge',
  access: 'monitor',
  params: TeamParam,
  answer: List(FileRecord),
})

export const downloadCaptures = route({
  id: 'capture.downloadAll',
  method: 'GET',
  path: '/api/game/captures/:cid/:pid/all',
  summary: 'Download all captures of a team for a challenge as one archive',
  access: 'monitor',
  params: TeamParam,
  answer: 'bytes',
})

export const deleteCaptures = route({
  id: 'capture.deleteAll',
  method: 'DELETE',
  path: '/api/game/captures/:cid/:pid/all',
  summary: 'Delete all captures of a team for a challenge',
  access: 'monitor',
  params: TeamParam,
  answer: 'nothing',
  problems: ['capture.notDeletable'],
})

export const downloadCapture = route({
  id: 'capture.download',
  method: 'GET',
  path: '/api/game/captures/:cid/:pid/:filename',
  summary: 'Download a capture',
  access: 'monitor',
  params: FileParam,
  answer: 'bytes',
  problems: ['capture.notFound'],
})

export const deleteCapture = route({
  id: 'capture.delete',
  method: 'DELETE',
  path: '/api/game/captures/:cid/:pid/:filename',
  summary: 'Delete a capture',
  access: 'monitor',
  params: FileParam,
  answer: 'nothing',
  problems: ['capture.notFound', 'capture.notDeletable'],
})
