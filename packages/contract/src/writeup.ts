import { Type } from 'typebox'
import { route } from './route.ts'
import { IdParam, Int32, Nullable, Str, Time } from './schema.ts'
import { TeamInfoModel } from './team.ts'

export const WriteupInfo = Type.Object({
  id: Int32,
  team: TeamInfoModel,
  url: Str,
  uploadTimeUtc: Time,
  divisionId: Nullable(Int32),
})

export const WriteupInfoModel = Type.Object({
  divisions: Type.Record(Type.String(), Str),
  writeups: Type.Array(WriteupInfo),
})

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
