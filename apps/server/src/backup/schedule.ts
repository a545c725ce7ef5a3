import { lastRun, noteRun } from '../core/backup/last-run.ts'
import type { Core } from '../core/core.ts'
import type { Job } from '../kit/scheduler.ts'
import type { BeginBackup } from './make.ts'

const [minute, hour] = [60_000, 3_600_000]
const beforeStart = 15 * minute

type GameTimes = { start: number; end: number }

/** `lastTried`: also of one that failed, or when the server was asked first. */
export const isBackupDue = (
  now: number,
  lastTried: number,
  everyMs: number,
  games: readonly GameTimes[],
): boolean => {
  const isRunning = games.some(({ start, end }) => start <= now && now < end)
  const isOld = now - lastTried >= (isRunning ? Math.min(everyMs, hour) : everyMs)
  return (
    isOld ||
    games.some(({ start }) => start - beforeStart <= now && now < start && lastTried < start - beforeStart)
  )
}

type Needs = Pick<Core, 'clock' | 'db' | 'settingStore'>

export const backupJob = (
  { clock, db, settingStore }: Needs,
  everyHours: number,
  begin: BeginBackup,
): Job => {
  const games = async (now: number): Promise<GameTimes[]> => {
    const rows = await db
      .selectFrom('game')
      .select(['start_at', 'end_at'])
      .where('end_at', '>', new Date(now))
      .where('start_at', '<=', new Date(now + beforeStart))
      .where('rehearsal_id', 'is', null)
      .execute()
    return rows.map((row) => ({ start: row.start_at.getTime(), end: row.end_at.getTime() }))
  }

  return {
    name: 'backup',
    everyMs: minute,
    async run(signal) {
      const now = clock.now()
      const last = await lastRun(settingStore)
      // A new installation has nothing to lose yet.
      if (last === null) return noteRun(settingStore, { at: now, failure: null })
      if (!isBackupDue(now, last.at, everyHours * hour, await games(now))) return
      // Another server's is as good: it notes itself.
      const make = await begin()
      const failure = (await make?.(signal)) ?? null
      // The status page goes on telling it until a backup works.
      if (failure !== null) throw new Error(failure.text)
    },
  }
}
