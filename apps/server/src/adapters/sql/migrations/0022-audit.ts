import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const audit: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      -- Rows outlive what they are about, so they refer to nothing.
      create table audit (
        id bigint primary key generated always as identity,
        time timestamptz not null,
        game_id integer,
        actor_id uuid,
        actor_name text not null,
        token_id uuid,
        address text,
        action text not null,
        object text not null,
        object_name text,
        before jsonb not null,
        after jsonb not null,
        sealed jsonb,
        reason text,
        undoes bigint,
        undone_by bigint
      );
      create index audit_time on audit (time desc, id desc);
      create index audit_game on audit (game_id, time desc, id desc) where game_id is not null;
      create index audit_object on audit (object, time desc, id desc);
      create index audit_actor on audit (actor_id, time desc, id desc) where actor_id is not null;
      create index audit_address on audit (time) where address is not null;
    `.execute(db)
  },
}
