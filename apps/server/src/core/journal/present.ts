import type { LogMessage } from '@pennant/contract/log'
import type { LogRow } from '../../ports/database.ts'

export type ListedLog = Pick<
  LogRow,
  'time' | 'name' | 'level' | 'ip' | 'msg' | 'status' | 'count' | 'last_time'
>

export const presentLog = (row: ListedLog): LogMessage => ({
  time: row.time.getTime(),
  name: row.name,
  level: row.level,
  ip: row.ip,
  msg: row.msg,
  status: row.status,
  ...(row.count > 1 ? { count: row.count, last: (row.last_time ?? row.time).getTime() } : {}),
})
