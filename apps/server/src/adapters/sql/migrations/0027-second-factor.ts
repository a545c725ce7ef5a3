import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const secondFactor: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`
      create table second_factor (
        user_id uuid primary key references "user" on delete cascade,
        secret text not null,
        last_step bigint not null,
        set_up_at timestamptz not null
      );
      create table recovery_code (
        user_id uuid not null references second_factor on delete cascade,
        hash bytea not null,
        primary key (user_id, hash)
      );
      create table login_ticket (
        hash bytea primary key,
        user_id uuid not null references "user" on delete cascade,
        stamp uuid not null,
        expires_at timestamptz not null
      );
      create index login_ticket_by_user on login_ticket (user_id);
      create index login_ticket_expiry on login_ticket (expires_at);

      alter table "user" add column role_at timestamptz;
    `.execute(db)
  },
}
