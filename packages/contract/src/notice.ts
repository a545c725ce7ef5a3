import { NoticeType } from './enums.ts'
import { GameNotice } from './hub.ts'
import { limits } from './limit.ts'
import { route } from './route.ts'
import { IdParam, Int32, IntBetween, List, Model, Optional, Str, Text, Time, type Static } from './schema.ts'

export const GameNoticeModel = Model({ content: Text({ required: true, max: limits.noticeContent }) })

/** `version` is the value for `If-Match`. Extension. */
export const NoticeToEdit = Model({
  id: Int32,
  type: NoticeType,
  values: List(Str),
  time: Time,
  version: Optional(Str),
})
export type NoticeToEdit = Static<typeof NoticeToEdit>

const NoticeParam = Model({ id: Int32, nid: Int32 })

export const readNotices = route({
  id: 'notice.list',
  method: 'GET',
  path: '/api/game/:id/notices',
  summary: 'List the notices of a game: those of organizers first, then the newest',
  access: 'anonymous',
  open: 'always',
  params: IdParam,
  query: Model({
    count: Optional(IntBetween(0, 100, 100)),
    skip: Optional(IntBetween(0, 300, 0)),
  }),
  answer: List(GameNotice),
  caching: 'revalidate',
  problems: ['game.notFound', 'game.notStarted'],
})

export const createNotice = route({
  id: 'notice.create',
  method: 'POST',
  path: '/api/edit/games/:id/notices',
  summary: 'Post a notice',
  access: 'admin',
  params: IdParam,
  body: GameNoticeModel,
  answer: NoticeToEdit,
  problems: ['game.notFound'],
})

export const listNoticesToEdit = route({
  id: 'notice.editList',
  method: 'GET',
  path: '/api/edit/games/:id/notices',
  summary: 'List the notices of organizers',
  access: 'admin',
  params: IdParam,
  answer: List(NoticeToEdit),
  problems: ['game.notFound'],
})

export const updateNotice = route({
  id: 'notice.update',
  method: 'PUT',
  path: '/api/edit/games/:id/notices/:nid',
  summary: 'Update a notice',
  access: 'admin',
  params: NoticeParam,
  body: GameNoticeModel,
  answer: NoticeToEdit,
  problems: ['game.notFound', 'notice.notFound', 'notice.notOurs', 'edit.conflict'],
})

export const deleteNotice = route({
  id: 'notice.delete',
  method: 'DELETE',
  path: '/api/edit/games/:id/notices/:nid',
  summary: 'Delete a notice',
  access: 'admin',
  params: NoticeParam,
  answer: 'nothing',
  problems: ['game.notFound', 'notice.notFound', 'notice.notOurs', 'edit.conflict'],
})
