import { logLevels, type LogLevel } from '@pennant/contract/enums'
import * as wire from '@pennant/contract/log'
import { bind, type Bound } from '../../http/bind.ts'
import { presentLog } from './present.ts'
import type { Log } from './service.ts'
import type { LogStore } from './store.ts'

export const logRoutes = (store: LogStore, log: Pick<Log, 'flush'>): Bound[] => [
  bind(wire.listLogs, async ({ query: { level = 'All', count = 50, skip = 0 } }) => {
    const everything = level === '' || level === 'All'
    if (!everything && !isLevel(level)) return []
    // What has just been pushed is there, too.
    await log.flush()
    const rows = await store.newest(everything ? null : level, count, skip)
    return rows.map(presentLog)
  }),
]

const isLevel = (text: string): text is LogLevel => logLevels.some((level) => level === text)
