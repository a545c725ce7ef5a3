import type pg from 'pg'
import { reasonOf } from '../../kit/reason.ts'
import { StartFault } from '../../kit/start-fault.ts'

const oldest = 150_000

export const assertUsable = async (pool: pg.Pool): Promise<void> => {
  const version = await pool
    .query<{ version: number }>("select current_setting('server_version_num')::int as version")
    .catch((error: unknown) => {
      throw new StartFault(
        `Couldn't use the database: ${reasonOf(error)}. Check connectionStrings.database (DATABASE_URL).`,
      )
    })
  const found = version.rows[0]?.version ?? 0
  if (found < oldest)
    throw new StartFault(
      `PostgreSQL 15 or newer is needed, and this is ${Math.floor(found / 10_000)}. ` +
        'Check connectionStrings.database (DATABASE_URL).',
    )
}
