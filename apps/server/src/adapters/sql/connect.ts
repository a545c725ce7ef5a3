import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../ports/database.ts'

export type DatabaseAddress =
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string }

export type DatabaseConnection = {
  db: Kysely<Tables>
  /** The same, for what knows no tables: migrations. */
  untyped: Kysely<unknown>
  pool: pg.Pool
  close(): Promise<void>
}

const timestamptz = 1184
const int8 = 20

/** Opens a pool. Nothing is sent before the first query. */
export const connect = (
  address: DatabaseAddress,
  options: { poolSize: number; onError: (error: Error) => void },
): DatabaseConnection => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, (text: string) => Number(text))
  types.setTypeParser(timestamptz, (text: string) => new Date(isoOf(text)))
  const { url, ...parts } = 'url' in address ? { url: address.url } : { url: undefined, ...address }
  const pool = new pg.Pool({
    ...(url === undefined ? parts : { connectionString: url }),
    max: options.poolSize,
    types,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    application_name: 'pennant',
  })
  // An idle connection that breaks must not end the process; the pool opens another.
  pool.on('error', options.onError)
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Tables>({ dialect })
  return { db, untyped: new Kysely<unknown>({ dialect }), pool, close: () => pool.end() }
}

/** `2026-11-21 10:00:00.123+00` as PostgreSQL writes it, in the form every engine must parse. */
const isoOf = (text: string): string => {
  const [date = '', time = ''] = text.split(' ')
  return `${date}T${time.replace(/([+-]\d\d)$/, '$1:00')}`
}
