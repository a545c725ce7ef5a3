import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { DatabaseAddress } from '../connect.ts'
import { openClient, quoted } from './client.ts'
import { createMeasure, type Measured } from './measure.ts'
import { copyInto, copyOutOf, readTables, type SequenceValue, type TableShape } from './tables.ts'

export type Loading = {
  /** In an order in which rows can be inserted. */
  readonly tables: readonly TableShape[]
  load(table: TableShape, rows: Readable): Promise<void>
  measure(table: TableShape): Promise<Measured>
  setSequences(values: readonly SequenceValue[]): Promise<void>
  run(statement: string, ...values: string[]): Promise<void>
}

/** In one transaction: all of it, or nothing. */
export const loading = async <T>(
  address: DatabaseAddress,
  signal: AbortSignal,
  work: (loading: Loading) => Promise<T>,
): Promise<T> => {
  const { client, end } = await openClient(address, signal)
  try {
    await client.query('begin')
    const tables = await readTables(client)
    const result = await work({
      tables,
      load: (table, rows) => pipeline(rows, client.query(copyFrom(copyInto(table))), { signal }),
      async measure(table) {
        const { stream, end: measured } = createMeasure()
        const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
        await pipeline(client.query(copyTo(copyOutOf(table))), stream, nowhere, { signal })
        return measured()
      },
      async setSequences(values) {
        for (const { name, value } of values)
          await client.query('select setval($1::text::regclass, $2::bigint)', [quoted(name), value])
      },
      async run(statement, ...values) {
        await client.query(statement, values)
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
