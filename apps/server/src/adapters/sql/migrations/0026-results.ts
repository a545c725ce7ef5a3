import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const results: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    // `json` keeps the text as it was written, so anyone can check its hash; `jsonb` would order its members.
    await sql`
      create table game_result (
        game_id integer not null references game on delete cascade,
        revision integer not null check (revision > 0),
        board json not null,
        sha256 text not null,
        note text not null,
        reason text not null,
        by_id uuid references "user" on delete set null,
        time timestamptz not null,
        primary key (game_id, revision)
      );
      create index game_result_by on game_result (by_id);

      alter table game add column results_at timestamptz;
    `.execute(db)
  },
}
