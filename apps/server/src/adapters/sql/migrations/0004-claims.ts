import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// An attachment takes over a reference from an upload, or counts one of its own if none is left.
export const claims: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table file add column unclaimed integer not null default 0 check (unclaimed >= 0)`.execute(
      db,
    )
  },
}
