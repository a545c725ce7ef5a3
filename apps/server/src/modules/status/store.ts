import { sql } from 'kysely'
import { lastProven } from '../../core/backup/last-proven.ts'
import { createSettingStore } from '../../core/setting/store.ts'
import type { Db } from '../../ports/database.ts'
import type { JobRunRow, ProcessRow } from '../../ports/tables/status.ts'

export type Backup = { at: number; name: string }
export type DatabaseFacts = { version: string; bytes: number }

const backupKey = 'LastBackup'

export const createStatusStore = (db: Db) => ({
  async ping(): Promise<void> {
    await sql`select 1`.execute(db)
  },

  async facts(): Promise<DatabaseFacts> {
    const { rows } = await sql<DatabaseFacts>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes
    `.execute(db)
    return rows[0] ?? { version: '', bytes: 0 }
  },

  async noteRun(run: JobRunRow): Promise<void> {
    await db
      .insertInto('job_run')
      .values(run)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
      .execute()
  },

  runs: (): Promise<JobRunRow[]> => db.selectFrom('job_run').selectAll().execute(),

  async beat(process: ProcessRow): Promise<void> {
    const row = { ...process, load: JSON.stringify(process.load) }
    await db
      .insertInto('process')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  },

  async forget(forgotten: Date): Promise<void> {
    await db.deleteFrom('process').where('seen_at', '<', forgotten).execute()
  },

  async leave(id: string): Promise<void> {
    await db.deleteFrom('process').where('id', '=', id).execute()
  },

  processes: (seenAfter: Date): Promise<ProcessRow[]> =>
    db
      .selectFrom('process')
      .selectAll()
      .where('seen_at', '>=', seenAfter)
      .orderBy('started_at')
      .orderBy('id')
      .execute(),

  /** Titles of those that have ended, but whose scoreboard is still frozen, since no results are published. */
  async frozenGames(now: Date): Promise<string[]> {
    const games = await db
      .selectFrom('game')
      .select('title')
      .where('freeze_at', 'is not', null)
      .where('results_at', 'is', null)
      .where('end_at', '<', now)
      .orderBy('id')
      .execute()
    return games.map(({ title }) => title)
  },

  async noteBackup({ at, name }: Backup): Promise<void> {
    const row = { value: JSON.stringify({ at, name }), updated_at: new Date(at) }
    await db
      .insertInto('setting')
      .values({ key: backupKey, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  },

  /** Noted by a script, or proven by this server's own command. */
  async lastBackup(): Promise<Backup | null> {
    const settings = createSettingStore(db)
    const [noted, proven] = await Promise.all([settings.find(backupKey), lastProven(settings)])
    const both = [proven, isBackup(noted) ? noted : null].filter((one) => one !== null)
    return both.toSorted((one, other) => other.at - one.at)[0] ?? null
  },
})

const isBackup = (value: unknown): value is Backup =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'name' in value &&
  typeof value.name === 'string'

export type StatusStore = ReturnType<typeof createStatusStore>
