import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const signedSessions: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table session add column signed boolean not null default false;
      create index session_unsigned on session (expires_at) where not signed
    `.execute(db)
  },
}
