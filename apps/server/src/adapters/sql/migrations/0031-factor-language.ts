import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// Of its owner, for emails that someone else is the reason for.
export const factorLanguage: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`alter table second_factor add column language text`.execute(db)
  },
}
