import { Migrator, type Kysely } from 'kysely'
import { migrations } from './migrations/index.ts'

export class NewerSchema extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The database was used by a newer version of Pennant (it has: ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup from before the upgrade.',
    )
    this.name = 'NewerSchema'
  }
}

/** Safe to call from several processes concurrently. */
export const migrate = async (db: Kysely<unknown>): Promise<readonly string[]> => {
  const known = new Set(Object.keys(migrations))
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new NewerSchema(unknown)
  if (applied.length === known.size) return []
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error("couldn't migrate the database", { cause: error })
  return results.map((result) => result.migrationName)
}

export const isCurrent = async (db: Kysely<unknown>): Promise<boolean> => {
  const applied = await appliedMigrations(db)
  const known = Object.keys(migrations)
  return applied.length === known.length && known.every((name) => applied.includes(name))
}

const appliedMigrations = async (db: Kysely<unknown>): Promise<string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await (db as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}
