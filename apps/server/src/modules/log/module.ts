import { logLevels, type LogLevel } from '@pennant/contract/enums'
import * as wire from '@pennant/contract/log'
import { seesSubmissions } from '@pennant/contract/scope'
import type { Core } from '../../core/core.ts'
import { presentLog } from '../../core/journal/present.ts'
import { bind, type Module } from '../../http/bind.ts'
import { counted, totalOf } from '../../http/reply.ts'
import { createLogListStore, type LogFilter } from './store-list.ts'

export const logModule = ({ db, log }: Pick<Core, 'db' | 'log'>): Module => {
  const store = createLogListStore(db)
  return {
    routes: [
      bind(wire.listLogs, async ({ query, principal }) => {
        const { level = 'All', count = 50, skip = 0, from, to, detail = false, ...parts } = query
        const everything = level === '' || level === 'All'
        if (!everything && !isLevel(level)) return detail ? counted([], 0) : []
        // Includes what has just been pushed.
        await log.flush()
        const filter: LogFilter = {
          ...parts,
          level: everything ? null : level,
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
          submissions: seesSubmissions(principal),
        }
        const rows = (await store.newest(filter, count, skip)).map(presentLog)
        if (!detail) return rows
        return counted(rows, await totalOf({ count, skip }, rows.length, () => store.count(filter)))
      }),
    ],
  }
}

const isLevel = (text: string): text is LogLevel => logLevels.some((level) => level === text)
