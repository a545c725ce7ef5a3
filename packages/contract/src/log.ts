import { Type, type Static } from 'typebox'
import { TaskStatus } from './enums.ts'
import { route } from './route.ts'
import { IntBetween, Nullable, Str, Text, Time } from './schema.ts'

export const LogMessageModel = Type.Object({
  time: Time,
  name: Nullable(Str),
  level: Str,
  ip: Nullable(Str),
  msg: Str,
  status: Nullable(TaskStatus),
})
export type LogMessage = Static<typeof LogMessageModel>

export const listLogs = route({
  id: 'log.list',
  method: 'GET',
  path: '/api/admin/logs',
  summary: 'The newest log records',
  access: 'admin',
  query: Type.Object({
    /** `All` or nothing for every level, otherwise the exact name. */
    level: Type.Optional(Text({ max: 64 })),
    count: Type.Optional(IntBetween(0, 1000, 50)),
    skip: Type.Optional(IntBetween(0, 2147483647, 0)),
  }),
  answer: Type.Array(LogMessageModel),
})
