import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// So that a portion that is sent again creates nothing twice.
export const userPortions: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table user_portion (
        key text primary key,
        created_at timestamptz not null
      )
    `.execute(db)
  },
}
