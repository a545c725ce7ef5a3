import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { DatabaseHealth } from './checks/database.ts'

const settings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

type Row = Record<(typeof settings)[number], string> & {
  slots: number
  used: number
  ours: number
  longest: number
}

export const readHealth = async (db: Db): Promise<DatabaseHealth> => {
  const { rows } = await sql<Row>`
    select
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as slots,
      -- Other accounts hide what their connections do, but not how many there are.
      (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as used,
      (count(*) filter (where application_name = 'pennant' and datname = current_database()))::int as ours,
      coalesce(
        extract(epoch from max(now() - xact_start) filter (where datname = current_database())) * 1000, 0
      )::float8 as longest
    from pg_stat_activity where backend_type = 'client backend'
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database says nothing about itself')
  const { slots, used, ours, longest } = row
  const unsafe = settings.filter((name) => row[name] === 'off')
  return { slots, used, ours, longestMs: longest, unsafe }
}

export const readClock = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at
  `.execute(db)
  return rows[0]?.at ?? Number.NaN
}

/** Writes to the log of the database what a row would, waits for the disk, and leaves nothing. */
export const commitNothing = async (db: Db): Promise<void> => {
  await sql`select pg_logical_emit_message(true, 'pennant', 'doctor')`.execute(db)
}

type Backend = { pid: number }
const backendOf = async (db: Db): Promise<number | undefined> => {
  const { rows } = await sql<Backend>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid
}

/** A pooler that works by transaction gives a connection's process to another as soon as it is free. */
export const isPinned = (db: Db): Promise<boolean> =>
  db.connection().execute(async (one) => {
    const before = await backendOf(one)
    return db.transaction().execute(async (other) => {
      await backendOf(other)
      return (await backendOf(one)) === before
    })
  })
