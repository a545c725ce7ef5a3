import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const processLoad: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`alter table process add column load jsonb`.execute(db)
  },
}
