import { limits } from './limit.ts'
import { route } from './route.ts'
import { Flag, IdParam, Int32, List, MapOf, Model, Nullable, Str, Time, type Static } from './schema.ts'
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
  summary: 'List the writeups of a game',
  access: 'admin',
  params: IdParam,
  answer: WriteupInfoModel,
  problems: ['game.notFound'],
})

export const downloadWriteups = route({
  id: 'writeup.downloadAll',
  method: 'GET',
  path: '/api/admin/writeups/:id/all',
  summary: 'Download all writeups of a game as one archive',
  access: 'admin',
  params: IdParam,
  answer: 'bytes',
  problems: ['game.notFound'],
})

export const BasicWriteupInfoModel = Model({
  submitted: Flag,
  /** `#` without one. */
  name: Str,
  fileSize: Int32,
  note: Str,
})
export type BasicWriteupInfo = Static<typeof BasicWriteupInfoModel>

export const readOwnWriteup = route({
  id: 'writeup.read',
  method: 'GET',
  path: '/api/game/:id/writeup',
  summary: "Get your team's writeup",
  access: 'user',
  params: IdParam,
  answer: BasicWriteupInfoModel,
  problems: ['game.notFound', 'participation.none', 'participation.notAccepted', 'game.notStarted'],
})

export const submitWriteup = route({
  id: 'writeup.submit',
  method: 'POST',
  path: '/api/game/:id/writeup',
  summary: 'Submit a writeup, replacing the previous one',
  access: 'user',
  params: IdParam,
  upload: { field: 'file', maxBytes: limits.writeupBytes },
  answer: 'nothing',
  problems: [
    'writeup.missing',
    'writeup.tooLarge',
    'writeup.notPdf',
    'game.notFound',
    'participation.none',
    'participation.notAccepted',
    'game.notStarted',
    'writeup.notWanted',
    'writeup.tooLate',
  ],
})

export const deleteWriteups = route({
  id: 'writeup.deleteAll',
  method: 'DELETE',
  path: '/api/edit/games/:id/writeups',
  summary: 'Delete all writeups of a game',
  access: 'admin',
  params: IdParam,
  answer: 'nothing',
  problems: ['game.notFound'],
})
