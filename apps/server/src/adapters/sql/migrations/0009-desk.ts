import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const desk: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table api_token add column scopes text[] not null default '{}';

      create table job_run (
        name text primary key,
        begun_at timestamptz not null,
        milliseconds integer not null,
        failed text
      );

      create table process (
        id uuid primary key,
        seen_at timestamptz not null,
        started_at timestamptz not null,
        elected boolean not null,
        memory_mb integer not null,
        loop_delay_ms integer not null,
        hub_clients integer not null
      )
    `.execute(db)
  },
}
