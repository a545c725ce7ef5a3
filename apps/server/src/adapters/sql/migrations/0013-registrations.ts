import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// The first registration of an address is in `user`, too; others become that account only by their own link.
export const registrations: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table registration (
        id uuid primary key,
        user_id uuid references "user" (id) on delete cascade,
        name text not null,
        name_key text not null,
        email text not null,
        email_key text not null,
        password_hash text not null,
        stamp uuid not null,
        network text,
        created_at timestamptz not null
      );
      create index registration_email on registration (email_key);
      create index registration_user on registration (user_id);
      create index registration_age on registration (created_at);

      alter table mail add column about uuid
    `.execute(db)
  },
}
