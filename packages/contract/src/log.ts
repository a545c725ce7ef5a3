import { TaskStatus } from './enums.ts'
import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  Flag,
  Int32,
  List,
  Model,
  Nullable,
  Optional,
  pageOf,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

export const LogMessageModel = Model({
  time: Time,
  name: Nullable(Str),
  level: Str,
  ip: Nullable(Str),
  msg: Str,
  status: Nullable(TaskStatus),
  /** Ours, where it happened more than once: how often, and when for the last time. `time` is the first. */
  count: Optional(Int32),
  last: Optional(Time),
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
    ...pageOf(1000, 50),
    /** Ours, all of these: parts of the message, the user, the address. Times include `from` and leave out `to`. */
    search: Optional(Text({ max: limits.search })),
    user: Optional(Text({ max: limits.search })),
    address: Optional(Text({ max: limits.search })),
    from: Optional(Time),
    to: Optional(Time),
    /** Adds how many records there are to the header `X-Total-Count`. */
    detail: Optional(Flag),
  }),
  answer: List(LogMessageModel),
})
