import { type Kysely, sql } from 'kysely'
import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { Tables } from '../../../ports/database.ts'
import { untilAborted } from '../../../kit/timeout.ts'
import { connect, type DatabaseAddress } from '../connect.ts'
import { type BackupClient, openClient } from './client.ts'
import { copyOutOf, readSequences, readTables, type SequenceValue, type TableShape } from './tables.ts'

export class BackupUnderWay extends Error {
  override readonly name = 'BackupUnderWay'
}

export type Snapshot = {
  readonly tables: readonly TableShape[]
  readonly postgres: string
  /** Each works through the tables with a connection of its own, all at the same moment. */
  eachTable(work: (table: TableShape, rows: Readable) => Promise<void>): Promise<void>
  sequences(): Promise<SequenceValue[]>
  schema(): Promise<string[]>
  /** Reads at the same moment. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const connections = 3
const begin = 'begin isolation level repeatable read read only'

/** Holds `lock` until it is closed, and throws `BackupUnderWay` if someone else does. */
export const openSnapshot = async (
  address: DatabaseAddress,
  lock: string,
  signal: AbortSignal,
): Promise<Snapshot> => {
  const opened: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
  const open = async (): Promise<BackupClient['client']> => {
    const { client, end } = await openClient(address, signal)
    opened.push(end)
    return client
  }
  try {
    const keeper = await open()
    const locked = await keeper.query<{ got: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
      [lock],
    )
    if (locked.rows[0]?.got !== true) throw new BackupUnderWay()
    // Whoever deletes files shares this one for a moment.
    await untilAborted(keeper.query('select pg_advisory_lock(hashtextextended($1, 1))', [lock]), signal)
    await keeper.query(begin)
    const facts = await keeper.query<{ id: string; postgres: string }>(
      `select pg_export_snapshot() as id, current_setting('server_version') as postgres`,
    )
    const { id = '', postgres = '' } = facts.rows[0] ?? {}
    const tables = await readTables(keeper)
    const clients: BackupClient['client'][] = []
    for (let count = 0; count < connections; count += 1) {
      const client = await open()
      await client.query(begin)
      await client.query(`set transaction snapshot '${id}'`)
      clients.push(client)
    }
    return {
      tables,
      postgres: postgres.split(' ')[0] ?? '',

      async eachTable(work) {
        const waiting = [...tables]
        const failed = new AbortController()
        const through = async (client: BackupClient['client']): Promise<void> => {
          try {
            for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
              failed.signal.throwIfAborted()
              signal.throwIfAborted()
              await work(table, client.query(copyTo(copyOutOf(table))))
            }
          } catch (error) {
            failed.abort(error)
            throw error
          }
        }
        await Promise.all(clients.map(through))
      },

      sequences: () => readSequences(keeper),

      async schema() {
        const { rows } = await keeper.query<{ name: string }>(
          'select name from kysely_migration order by name',
        )
        return rows.map(({ name }) => name)
      },

      async read(work) {
        const { db, close: end } = connect(address, { poolSize: 1, onError: () => undefined })
        try {
          return await db
            .transaction()
            .setIsolationLevel('repeatable read')
            .execute(async (tx) => {
              await sql.raw(`set transaction snapshot '${id}'`).execute(tx)
              return work(tx)
            })
        } finally {
          await end()
        }
      },

      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
