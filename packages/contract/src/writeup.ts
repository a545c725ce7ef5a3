import { route } from './route.ts'
import { IdParam, Int32, List, MapOf, Model, Nullable, Str, Time, type Static } from './schema.ts'
import { TeamInfoModel } from './team.ts'

export const WriteupInfo = Model({
  id: Int32,
  team: TeamInfoModel,
  url: Str,
  uploadTimeUtc: Time,
  divisionId: Nullable(Int32),
})
export type WriteupInfo = Static<typeof WriteupInfo>

export const WriteupInfoModel = Model({
  divisions: MapOf(Str),
  writeups: List(WriteupInfo),
})
export type WriteupInfoModel = Static<typeof WriteupInfoModel>

export const listWriteups = route({
  id: 'writeup.list',
  method: 'GET',
  path: '/api/admin/writeups/:id',
  summary: 'The write-ups of a game',
  access: 'admin',
  params: IdParam,
  answer: WriteupInfoModel,
  problems: ['game.notFound'],
})

export const downloadWriteups = route({
  id: 'writeup.downloadAll',
  method: 'GET',
  path: '/api/admin/writeups/:id/all',
  summary: 'All write-ups of a game in one archive',
  access: 'admin',
  params: IdParam,
  answer: 'bytes',
  problems: ['game.notFound'],
})
