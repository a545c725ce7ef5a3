import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const adjustment: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`
      create table adjustment (
        id integer primary key generated always as identity,
        game_id integer not null,
        participation_id integer not null,
        points integer not null check (points <> 0),
        reason text not null,
        time timestamptz not null,
        by_id uuid references "user" on delete set null,
        revoked_at timestamptz,
        revoked_by uuid references "user" on delete set null,
        revoke_reason text,
        foreign key (game_id, participation_id) references participation (game_id, id) on delete cascade,
        check ((revoked_at is null) = (revoke_reason is null))
      );
      create index adjustment_participation on adjustment (game_id, participation_id);

      alter table game_ledger add column points bigint not null default 0;
    `.execute(db)
  },
}
