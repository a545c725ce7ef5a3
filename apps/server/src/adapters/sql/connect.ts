import { Kysely } from 'kysely'
import pg from 'pg'
import type { AfterCommit, Tables } from '../../ports/database.ts'
import { settledWithin } from '../../kit/timeout.ts'
import { createCommits, type NoteWait } from './after-commit.ts'
import { isThere } from './is-there.ts'
import { prepareMarked } from './prepare-marked.ts'
import { type SilenceLimits, watchSilence } from './silence.ts'

export type DatabaseAddress =
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string }

export type DatabaseConnection = {
  db: Kysely<Tables>
  untyped: Kysely<unknown>
  afterCommit: AfterCommit
  pool: pg.Pool
  close(): Promise<void>
}

const farewellMs = 1_000
// Together less than the 10 seconds after which clients give up.
const silenceLimits: SilenceLimits = { suspectMs: 3_000, answerMs: 5_000 }
const timestamptz = 1184
const int8 = 20

export const rowTypes = (): pg.CustomTypesConfig => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, (text: string) => Number(text))
  types.setTypeParser(timestamptz, (text: string) => new Date(isoOf(text)))
  return types
}

/** Sends nothing before the first query. */
export const connect = (
  address: DatabaseAddress,
  options: {
    poolSize: number
    onError: (error: Error) => void
    noteWait?: NoteWait
    silence?: SilenceLimits
  },
): DatabaseConnection => {
  const { url, ...parts } = 'url' in address ? { url: address.url } : { url: undefined, ...address }
  const where = url === undefined ? parts : { connectionString: url }
  const silence = options.silence ?? silenceLimits
  const pool = new pg.Pool({
    ...where,
    max: options.poolSize,
    types: rowTypes(),
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    application_name: 'pennant',
  })
  const open = new Set<pg.PoolClient>()
  const watched = watchSilence(silence, () =>
    isThere({ ...where, application_name: 'pennant' }, silence.answerMs),
  )
  let closing = false
  pool.on('connect', (client) => {
    open.add(client)
    prepareMarked(client)
    watched.watch(client)
    client.once('end', () => open.delete(client))
    // The query reports a broken connection; without a listener, the break would end the process.
    client.on('error', () => undefined)
  })
  // A broken idle connection must not end the process; the pool opens another.
  pool.on('error', (error) => {
    if (!closing) options.onError(error)
  })
  const { dialect, afterCommit } = createCommits(pool, options.noteWait ?? (() => undefined))
  const db = new Kysely<Tables>({ dialect })
  return {
    db,
    untyped: new Kysely<unknown>({ dialect }),
    afterCommit,
    pool,
    /** Waits until the server has seen every connection end, so that it can be stopped right after. */
    async close() {
      closing = true
      // Waits for queries under way, which a silent database wouldn't answer.
      await pool.end()
      watched.close()
      const ended = [...open].map((client) => new Promise((resolve) => client.once('end', resolve)))
      await settledWithin(farewellMs, ended)
    },
  }
}

// PostgreSQL writes `2026-11-21 10:00:00.123+00`, which not every engine parses.
const isoOf = (text: string): string => {
  const [date = '', time = ''] = text.split(' ')
  return `${date}T${time.replace(/([+-]\d\d)$/, '$1:00')}`
}
