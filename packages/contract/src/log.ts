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
  /** Sent for repeated records; `time` is the first. Extension. */
  count: Optional(Int32),
  last: Optional(Time),
})
export type LogMessage = Static<typeof LogMessageModel>

export const listLogs = route({
  id: 'log.list',
  method: 'GET',
  path: '/api/admin/logs',
  summary: 'List the latest log records',
  access: 'admin',
  query: Model({
    /** `All` or no value for every level, otherwise the exact name. */
    level: Optional(Text({ max: 64 })),
    ...pageOf(1000, 50),
    /** All of these are extensions. Times include `from` and exclude `to`. */
    search: Optional(Text({ max: limits.search })),
    user: Optional(Text({ max: limits.search })),
    address: Optional(Text({ max: limits.search })),
    from: Optional(Time),
    to: Optional(Time),
    /** Adds the header `X-Total-Count`. */
    detail: Optional(Flag),
  }),
  answer: List(LogMessageModel),
})
