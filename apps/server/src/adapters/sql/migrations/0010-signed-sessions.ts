import { sql, type Kysely, type Migration } from 'kysely'

export const signedSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table session add column signed boolean not null default false;
      create index session_unsigned on session (expires_at) where not signed
    `.execute(db)
  },
}
