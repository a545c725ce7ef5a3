import { TaskStatus } from './enums.ts'
import { route } from './route.ts'
import { IntBetween, List, Model, Nullable, Optional, Str, Text, Time, type Static } from './schema.ts'

export const LogMessageModel = Model({
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
  query: Model({
    /** `All` or nothing for every level, otherwise the exact name. */
    level: Optional(Text({ max: 64 })),
    count: Optional(IntBetween(0, 1000, 50)),
    skip: Optional(IntBetween(0, 2147483647, 0)),
  }),
  answer: List(LogMessageModel),
})
