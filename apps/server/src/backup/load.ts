import type { DatabaseAddress } from '../adapters/sql/connect.ts'
import { connect } from '../adapters/sql/connect.ts'
import { loading, type Loading } from '../adapters/sql/backup/load.ts'
import { migrate, NewerSchema } from '../adapters/sql/migrate.ts'
import { migrations } from '../adapters/sql/migrations/index.ts'
import type { Manifest } from './manifest.ts'
import type { ReadBackup } from './read.ts'

/** Why the database is other than the backup says; nothing was written then. */
export class Unlike extends Error {
  override readonly name = 'Unlike'
}

/** PostgreSQL's classes for data that doesn't fit, and zlib's errors. */
export const isRefusedRow = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(?:2[23]|Z_)/.test(String(error.code))

/** Throws `NewerSchema` if this version doesn't know the tables of the backup. */
export const expectKnownSchema = ({ schema }: Pick<Manifest, 'schema'>): void => {
  const known = Object.keys(migrations)
  const unknown = schema.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new NewerSchema(unknown)
  const isWhole = schema.length > 0 && schema.every((name, index) => name === known[index])
  if (!isWhole) throw new Unlike('The backup names migrations that leave one out.')
}

export const migrateTo = async (address: DatabaseAddress, last?: string): Promise<void> => {
  const { untyped, close } = connect(address, { poolSize: 1, onError: () => undefined })
  try {
    await migrate(untyped, last)
  } finally {
    await close()
  }
}

/** Into tables without rows, as they were at the backup: all of it or nothing. `afterwards` is part of it. */
export const loadRows = (
  address: DatabaseAddress,
  { manifest, table: rowsOf }: Pick<ReadBackup, 'manifest' | 'table'>,
  signal: AbortSignal,
  afterwards: (database: Loading) => Promise<void> = async () => undefined,
): Promise<void> =>
  loading(address, signal, async (database) => {
    expectTables(manifest, database)
    for (const table of database.tables) await database.load(table, rowsOf(table.name))
    const known = new Map(manifest.tables.map((table) => [table.name, table]))
    for (const table of database.tables) {
      const { rows, sha256 } = await database.measure(table)
      const before = known.get(table.name)
      if (before?.sha256 !== sha256 || before.rows !== rows)
        throw new Unlike(
          `The table ${table.name} has other rows than the backup: ${rows}, not ${before?.rows}.`,
        )
    }
    await database.setSequences(manifest.sequences)
    await afterwards(database)
  })

// Rows go only into what the migrations have made.
const expectTables = (manifest: Manifest, { tables }: Loading): void => {
  const said = new Map(manifest.tables.map(({ name, columns }) => [name, columns.join(' ')]))
  for (const { name, columns } of tables)
    if (said.get(name) !== columns.join(' '))
      throw new Unlike(`The backup has no table ${name} with the columns that its schema has.`)
  if (said.size !== tables.length || manifest.tables.length !== tables.length)
    throw new Unlike('The backup has tables that its schema lacks.')
}
