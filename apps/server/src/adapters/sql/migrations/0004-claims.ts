import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Which references of a file are those of uploads. What is uploaded and attached afterwards is one
 * reference: the attachment takes over that of the upload, and counts one of its own where none is left.
 */
export const claims: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table file add column unclaimed integer not null default 0 check (unclaimed >= 0)`.execute(
      db,
    )
  },
}
