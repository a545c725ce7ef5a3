import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

/** Null until the server computes it at its next start. */
export const names: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table "user" add column skeletons text[];
      alter table team add column skeletons text[];
      create index user_skeletons on "user" using gin (skeletons);
      create index team_skeletons on team using gin (skeletons);
      create index user_without_skeletons on "user" (id) where skeletons is null;
      create index team_without_skeletons on team (id) where skeletons is null
    `.execute(db)
  },
}
