import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const freeze: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`
      alter table game
        add column freeze_at timestamptz,
        add column freeze_hides_board boolean not null default false;

      -- Numbers the boards that everyone gets. Null: the revisions do, as in programs that know no freeze.
      alter table game_ledger add column shown bigint;

      alter table notice add column held boolean not null default false;
      -- A number that is missing among the shown ones would tell of a held one.
      create sequence held_notice as integer;

      -- Null in programs that know no freeze.
      alter table process add column program text;
    `.execute(db)
  },
}
