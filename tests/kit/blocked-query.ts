import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/ports/database.ts'

export const untilQueryBlocked = async (db: Db, count = 1): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if ((rows[0]?.waiting ?? 0) >= count) return
    await pause(10)
  }
  throw new Error('no query was blocked')
}
