import type { LogMessage } from '@pennant/contract/log'
import type { LogRow } from '../../ports/database.ts'

export const presentLog = (
  row: Pick<LogRow, 'time' | 'name' | 'level' | 'ip' | 'msg' | 'status'>,
): LogMessage => ({
  time: row.time.getTime(),
  name: row.name,
  level: row.level,
  ip: row.ip,
  msg: row.msg,
  status: row.status,
})
