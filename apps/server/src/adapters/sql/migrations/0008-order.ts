import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const order: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table challenge
        -- Null: behind all that have a place.
        add column position integer,
        -- Of disabled challenges only.
        add column enable_at timestamptz;
      create index challenge_planned on challenge (enable_at) where enable_at is not null;
    `.execute(db)
  },
}
