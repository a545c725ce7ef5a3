import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// A change to a game first advances its ledger, in the same transaction, so that changes of a game come one
// after the other and ids drawn meanwhile are in the order of commits. The ledger is locked before all else
// but a team. A version tells processes when what they hold in memory is old.
export const ledger: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table game_ledger (
        game_id integer primary key references game (id) on delete cascade,
        revision bigint not null default 0,
        -- The revisions at which these last changed: what organisers set, who takes part, what was solved,
        -- what was solved and is no longer there, what was announced.
        setup bigint not null default 0,
        teams bigint not null default 0,
        solves bigint not null default 0,
        purge bigint not null default 0,
        notices bigint not null default 0,
        board_at timestamptz not null default now(),
        notices_at timestamptz not null default now(),
        -- The game is being deleted, which may take a while: nobody finds it any more.
        gone boolean not null default false
      ) with (fillfactor = 50);

      insert into game_ledger (game_id) select id from game;

      drop index first_solve_order;
      create index first_solve_order on first_solve (game_id, submission_id);
    `.execute(db)
  },
}
