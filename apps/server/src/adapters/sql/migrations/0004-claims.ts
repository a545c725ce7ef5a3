import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Counts a file's references from uploads: an attachment takes over one of these, or counts one of its own if
 * none is left.
 */
export const claims: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table file add column unclaimed integer not null default 0 check (unclaimed >= 0)`.execute(
      db,
    )
  },
}
