import type { Config } from '../config/schema.ts'
import type { Job } from '../kit/scheduler.ts'
import { createLogStore } from '../core/journal/store.ts'
import { createTraceStore } from '../modules/watch/store-trace.ts'
import type { Clock } from '../ports/clock.ts'
import type { Db } from '../ports/database.ts'

type Needs = {
  db: Db
  clock: Clock
  kept: Config['retention']
}

const hour = 3_600_000
const dayMs = 24 * hour
/** So many rows go at once: a long lock on a table is felt by players. */
const portion = 5_000

/** Deletes what is older than the settings say. */
export const retentionJobs = ({ db, clock, kept }: Needs): Job[] => {
  const traces = createTraceStore(db)
  const old = (days: number): Date => new Date(clock.now() - days * dayMs)
  const job = (
    name: string,
    days: number,
    deleteOld: (before: Date, most: number) => Promise<number>,
  ): Job => ({
    name,
    everyMs: hour,
    async run(signal) {
      const before = old(days)
      while (!signal.aborted && (await deleteOld(before, portion)) === portion) continue
    },
  })
  return [
    job('old log records', kept.logDays, createLogStore(db).deleteOld),
    job('old traces', kept.traceDays, traces.deleteOld),
  ]
}
