import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const watch: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table trace (
        id bigint primary key generated always as identity,
        game_id integer not null,
        participation_id integer not null,
        challenge_id integer not null,
        -- Nobody waits for the rows of users, nor do they for these: whoever is gone is not found any more.
        user_id uuid not null,
        kind text not null check (kind in ('Opened', 'Downloaded')),
        file_hash text,
        file_name text,
        address text,
        time timestamptz not null,
        foreign key (game_id, participation_id, challenge_id)
          references game_instance (game_id, participation_id, challenge_id) on delete cascade,
        check ((kind = 'Downloaded') = (file_hash is not null))
      );
      create index trace_time on trace (game_id, participation_id, time desc, id desc);

      -- What happened to one team, among all that happened in its games.
      create index game_event_team on game_event (team_id, time desc, id desc);
    `.execute(db)
  },
}
