import type { Migration } from 'kysely'

/**
 * `expand`: new tables, and columns that are nullable or have a constant default, so that programs that don't
 * know them go on working. `contract`: everything else. `tools/migrations` holds the SQL to it.
 */
export type MigrationKind = 'expand' | 'contract'

export type DeclaredMigration = Migration & { readonly kind: MigrationKind }
