import type { NetworkMode } from '@pennant/contract/enums'
import { sql } from 'kysely'
import { lastProven } from '../../core/backup/last-proven.ts'
import { type BackupFailure, lastRun } from '../../core/backup/last-run.ts'
import { type BackupUnderWay, backupUnderWay } from '../../core/backup/under-way.ts'
import { createSettingStore } from '../../core/setting/store.ts'
import type { DatabaseHealth } from './checks/database.ts'
import { commitNothing, isPinned, readClock, readHealth } from './store-health.ts'
import type { Demand } from './checks/instances.ts'
import type { Db } from '../../ports/database.ts'
import type { JobRunRow, ProcessRow } from '../../ports/tables/status.ts'

export type Backup = { at: number; name: string }
export type DatabaseFacts = { version: string; bytes: number }

const backupKey = 'LastBackup'

/** Challenges of games that aren't over. */
const enabledIn = (db: Db, now: Date) =>
  db
    .selectFrom('challenge')
    .innerJoin('game', 'game.id', 'challenge.game_id')
    .where('game.end_at', '>', now)
    .where('challenge.is_enabled', '=', true)

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

  health: (): Promise<DatabaseHealth> => readHealth(db),

  clock: (): Promise<number> => readClock(db),

  async administrators(): Promise<number> {
    const { count } = await db
      .selectFrom('user')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('role', '=', 'Admin')
      .executeTakeFirstOrThrow()
    return count
  },

  /** The most registrations within an hour of the clock. */
  async busiestHour(since: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from "user" where registered_at > ${since} and rehearsal_id is null
      group by date_trunc('hour', registered_at) order by 1 desc limit 1
    `.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Of enabled challenges in games that aren't over. */
  async images(now: Date): Promise<string[]> {
    const rows = await enabledIn(db, now).select('challenge.container_image as image').distinct().execute()
    return rows.flatMap(({ image }) => (image === null || image === '' ? [] : [image]))
  },

  /** Those of enabled challenges with instances in games that aren't over. */
  async networkModes(now: Date): Promise<NetworkMode[]> {
    const rows = await enabledIn(db, now)
      .select('challenge.network_mode as mode')
      .distinct()
      .where('challenge.container_image', 'is not', null)
      .execute()
    return rows.map(({ mode }) => mode ?? 'Open')
  },

  /** When the last game that isn't over ends; 0 without one. */
  async lastEnd(now: Date): Promise<number> {
    const row = await db
      .selectFrom('game')
      .select('end_at')
      .where('end_at', '>', now)
      .where('rehearsal_id', 'is', null)
      .orderBy('end_at', 'desc')
      .executeTakeFirst()
    return row?.end_at.getTime() ?? 0
  },

  async publicGame(): Promise<number | null> {
    const row = await db
      .selectFrom('game')
      .select('id')
      .where('hidden', '=', false)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return row?.id ?? null
  },

  isPinned: (): Promise<boolean> => isPinned(db),

  commit: (): Promise<void> => commitNothing(db),

  /** Of the game with the most to run that isn't over. */
  async demand(now: Date): Promise<Demand | null> {
    const { rows } = await sql<Demand>`
      select
        coalesce(max(challenge.cpu_count), 0)::float8 / 10 as cpu,
        coalesce(max(challenge.memory_limit), 0)::int as "memoryMb",
        (select count(*)::int from participation
          where participation.game_id = game.id and participation.status = 'Accepted') as teams
      from game join challenge on challenge.game_id = game.id
      where game.end_at > ${now} and game.rehearsal_id is null
        and challenge.is_enabled and challenge.container_image is not null
      group by game.id
    `.execute(db)
    const load = ({ cpu, memoryMb, teams }: Demand): number => teams * (cpu * 1_024 + memoryMb)
    return rows.toSorted((a, b) => load(b) - load(a))[0] ?? null
  },

  async noteRun(run: JobRunRow): Promise<void> {
    await db
      .insertInto('job_run')
      .values(run)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
      .execute()
  },

  runs: (): Promise<JobRunRow[]> => db.selectFrom('job_run').selectAll().execute(),

  /** Of the servers that have told of themselves since then; 0 without any. */
  async slowestLoopMs(since: Date): Promise<number> {
    const slowest = await db
      .selectFrom('process')
      .select((eb) => eb.fn.max('loop_delay_ms').as('ms'))
      .where('seen_at', '>=', since)
      .executeTakeFirst()
    return slowest?.ms ?? 0
  },

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

  backupFailure: async (): Promise<BackupFailure | null> =>
    (await lastRun(createSettingStore(db)))?.failure ?? null,

  backupUnderWay: (now: number): Promise<BackupUnderWay | null> =>
    backupUnderWay(createSettingStore(db), now),

  proven: () => lastProven(createSettingStore(db)),

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
