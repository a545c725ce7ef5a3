import { Kysely, PostgresDialect } from 'kysely'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db, Tables } from '../../../ports/database.ts'
import { reasonOf } from '../../../kit/reason.ts'
import { openClient, quoted } from '../backup/client.ts'
import { type DatabaseAddress, rowTypes } from '../connect.ts'
import { copyLine, type Cell } from './copy-line.ts'

/** A row, by column. All of a table have the same columns. */
export type TargetRow = Readonly<Record<string, Cell>>

export type Target = {
  /** With the keys that they have. */
  insert(table: keyof Tables, rows: readonly TargetRow[]): Promise<void>
  /** The next key is above both `least` and all that are there. */
  setSequence(table: keyof Tables, least: number): Promise<void>
  replaceSettings(values: readonly { key: string; value: string; at: string }[]): Promise<void>
  /** Reads what was written so far. */
  readonly db: Db
}

/** Why a row isn't taken. */
export class TargetFault extends Error {
  override readonly name = 'TargetFault'
}

/** Fills an installation that isn't `occupied`, in one transaction: all of it, or nothing. */
export const filling = async <T>(
  address: DatabaseAddress,
  signal: AbortSignal,
  work: (target: Target) => Promise<T>,
): Promise<T> => {
  const { client, end } = await openClient(address, signal, rowTypes())
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({ query: client.query.bind(client), release: () => undefined }),
        end: async () => undefined,
      },
    }),
  })
  try {
    await client.query('begin')
    // Where nobody is, the server wrote them at its first start.
    await client.query('delete from post')
    const result = await work({
      db,
      async insert(table, rows) {
        const columns = Object.keys(rows[0] ?? {})
        if (columns.length === 0) return
        const lines = rows.map((row) => copyLine(columns.map((column) => row[column] ?? null)))
        const into = `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`
        try {
          await pipeline(Readable.from([lines.join('')]), client.query(copyFrom(into)), { signal })
        } catch (error) {
          signal.throwIfAborted()
          throw new TargetFault(`${table}: ${reasonOf(error)}`)
        }
      },
      async replaceSettings(values) {
        for (const { key, value, at } of values)
          await client.query(
            `insert into setting (key, value, updated_at) values ($1, $2::jsonb, $3)
             on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
            [key, value, at],
          )
      },
      async setSequence(table, least) {
        await client.query(
          `select setval(pg_get_serial_sequence($1, 'id'), greatest($2::bigint, coalesce(max(id), 0), 1),
             greatest($2::bigint, coalesce(max(id), 0)) > 0) from ${quoted(table)}`,
          [quoted(table), least],
        )
      },
    })
    signal.throwIfAborted()
    await client.query('commit')
    return result
  } finally {
    // A transaction that wasn't committed is undone.
    await end()
  }
}

const ofPeople = ['user', 'team', 'game', 'file'] as const

/** Tables of an installation that someone uses. What a server makes at its first start doesn't count. */
export const occupied = async (address: DatabaseAddress, signal: AbortSignal): Promise<string[]> => {
  const { client, end } = await openClient(address, signal)
  try {
    const full: string[] = []
    for (const table of ofPeople) {
      const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
        quoted(table),
      ])
      // Before the first start, there are no tables.
      if (rows[0]?.there !== true) continue
      if ((await client.query(`select 1 from ${quoted(table)} limit 1`)).rows.length > 0) full.push(table)
    }
    return full
  } finally {
    await end()
  }
}
