import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Files that are stored for work under way, before anything that lasts refers to them. A lease is one
 * reference; the work gives it up when it is done, and the sweep when the work did not live to do so.
 */
export const leases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table file_lease (
        lease uuid not null,
        hash text not null,
        begun_at timestamptz not null,
        primary key (lease, hash)
      )
    `.execute(db)
  },
}
