import type { Migration } from 'kysely'

/** `expand`: programs that don't know it go on working. `contract`: all others. `tools/migrations` tells. */
export type MigrationKind = 'expand' | 'contract'

export type DeclaredMigration = Migration & { readonly kind: MigrationKind }
