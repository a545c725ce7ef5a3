import { type Kysely, Migrator, sql } from 'kysely'
import { StartFault } from '../../kit/start-fault.ts'
import { migrations } from './migrations/index.ts'

export class NewerSchema extends StartFault {
  override readonly name = 'NewerSchema'
  readonly unknown: readonly string[]

  constructor(unknown: readonly string[]) {
    super(
      `The database was used by a newer version of Pennant (it has: ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup from before the upgrade.',
    )
    this.unknown = unknown
  }
}

export class OlderSchema extends Error {
  readonly pending: readonly string[]

  constructor(pending: readonly string[]) {
    super(
      `The database is of an older version of Pennant (it lacks: ${pending.join(', ')}). ` +
        'Start the server, or run `pennant migrate apply`.',
    )
    this.name = 'OlderSchema'
    this.pending = pending
  }
}

export type SchemaState = {
  applied: readonly string[]
  /** In order. */
  pending: readonly string[]
  /** Applied by a newer version. */
  unknown: readonly string[]
}

export const readSchema = async (db: Kysely<unknown>): Promise<SchemaState> => {
  const applied = await appliedMigrations(db)
  const known = Object.keys(migrations)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Up to and with `last`. Safe to call from several processes concurrently. */
export const migrate = async (db: Kysely<unknown>, last?: string): Promise<readonly string[]> => {
  const { pending, unknown } = await readSchema(db)
  if (unknown.length > 0) throw new NewerSchema(unknown)
  if (pending.length === 0) return []
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error, results = [] } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last))
  if (error !== undefined) throw new Error("couldn't migrate the database", { cause: error })
  return results.map((result) => result.migrationName)
}

export const expectCurrent = async (db: Kysely<unknown>): Promise<void> => {
  const { pending, unknown } = await readSchema(db)
  if (unknown.length > 0) throw new NewerSchema(unknown)
  if (pending.length > 0) throw new OlderSchema(pending)
}

export const isCurrent = async (db: Kysely<unknown>): Promise<boolean> => {
  const { pending, unknown } = await readSchema(db)
  return pending.length === 0 && unknown.length === 0
}

const appliedMigrations = async (db: Kysely<unknown>): Promise<string[]> => {
  // Kysely's own question describes every column of the database, and health checks ask it as well.
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (found[0]?.isThere !== true) return []
  const rows = await (db as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}
