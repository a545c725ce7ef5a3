import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// What a rehearsal creates names it, so that all of it is found again, whatever became of its process.
export const rehearsal: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`
      create table rehearsal (
        id uuid primary key,
        begun_at timestamptz not null,
        -- What is left then is removed.
        until timestamptz not null,
        ended_at timestamptz,
        by_name text not null,
        size jsonb not null,
        step text not null,
        game_id integer,
        report jsonb
      );
      create unique index rehearsal_unfinished on rehearsal ((true)) where ended_at is null;

      alter table "user" add column rehearsal_id uuid;
      alter table team add column rehearsal_id uuid;
      alter table game add column rehearsal_id uuid;
    `.execute(db)
  },
}
