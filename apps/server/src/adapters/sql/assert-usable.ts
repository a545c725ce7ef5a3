import type pg from 'pg'
import { reasonOf } from '../../kit/reason.ts'
import { StartFault } from '../../kit/start-fault.ts'

const oldest = 150_000

export class UnreachableDatabase extends StartFault {
  constructor(cause: unknown) {
    super(`Couldn't use the database: ${reasonOf(cause)}. Check connectionStrings.database (DATABASE_URL).`, {
      cause,
    })
  }
}

export class OldDatabase extends StartFault {
  readonly version: number

  constructor(version: number) {
    super(
      `PostgreSQL 15 or newer is needed, and this is ${version}. ` +
        'Check connectionStrings.database (DATABASE_URL).',
    )
    this.version = version
  }
}

export const assertUsable = async (pool: pg.Pool): Promise<void> => {
  const version = await pool
    .query<{ version: number }>("select current_setting('server_version_num')::int as version")
    .catch((error: unknown) => {
      throw new UnreachableDatabase(error)
    })
  const found = version.rows[0]?.version ?? 0
  if (found < oldest) throw new OldDatabase(Math.floor(found / 10_000))
}
