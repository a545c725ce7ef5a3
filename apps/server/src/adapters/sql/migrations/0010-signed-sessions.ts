import { sql, type Kysely, type Migration } from 'kysely'

/** Which sessions have a token that can be told from a made-up one without looking them up. */
export const signedSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table session add column signed boolean not null default false;
      create index session_unsigned on session (expires_at) where not signed
    `.execute(db)
  },
}
