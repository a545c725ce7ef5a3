import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// Of the server that plays a rehearsal itself. Null: someone plays it from elsewhere.
export const rehearsalLease: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`alter table rehearsal add column leased_until timestamptz`.execute(db)
  },
}
