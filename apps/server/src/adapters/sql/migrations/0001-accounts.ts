import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const accounts: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table "user" (
        id uuid primary key,
        name text not null,
        name_key text not null unique,
        email text not null,
        email_key text not null unique,
        email_confirmed boolean not null default false,
        password_hash text,
        stamp uuid not null,
        role text not null default 'User' check (role in ('Banned', 'User', 'Monitor', 'Admin')),
        bio text not null default '',
        phone text,
        real_name text not null default '',
        std_number text not null default '',
        avatar_hash text,
        registered_at timestamptz not null,
        signed_in_at timestamptz,
        visited_at timestamptz,
        ip text not null default '0.0.0.0'
      );
      create index user_admins on "user" (id) where role = 'Admin';

      create table session (
        id uuid primary key,
        token_hash bytea not null unique,
        user_id uuid not null references "user" (id) on delete cascade,
        stamp uuid not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        ip text not null,
        agent text not null
      );
      create index session_by_user on session (user_id);
      create index session_expiry on session (expires_at);

      create table team (
        id integer primary key generated always as identity,
        name text not null,
        bio text,
        avatar_hash text,
        locked boolean not null default false,
        invite_token text not null,
        captain_id uuid not null references "user" (id)
      );
      create index team_captain on team (captain_id);

      create table team_member (
        team_id integer not null references team (id) on delete cascade,
        user_id uuid not null references "user" (id) on delete cascade,
        joined_at timestamptz not null default now(),
        primary key (team_id, user_id)
      );
      create index team_member_user on team_member (user_id);

      create table post (
        id text primary key,
        title text not null,
        summary text not null,
        content text not null,
        tags text[],
        is_pinned boolean not null,
        author_id uuid references "user" (id) on delete set null,
        updated_at timestamptz not null,
        revised_at timestamptz not null
      );

      create table file (
        hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
        name text not null,
        size bigint not null,
        uploaded_at timestamptz not null,
        refs integer not null check (refs >= 0)
      );
      create index file_name on file (name, hash);

      create table setting (
        key text primary key,
        value jsonb not null,
        updated_at timestamptz not null
      );

      create table log (
        id bigint primary key generated always as identity,
        time timestamptz not null,
        level text not null,
        source text not null,
        name text,
        ip text,
        msg text not null,
        status text,
        exception text
      );
      create index log_time on log (time desc, id desc);
      create index log_level_time on log (level, time desc, id desc);

      create table api_token (
        id uuid primary key,
        name text not null,
        creator_id uuid references "user" (id) on delete set null,
        created_at timestamptz not null,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked boolean not null default false
      );

      create table mail (
        id uuid primary key,
        kind text not null,
        recipient text not null,
        language text not null,
        subject text not null,
        html text not null,
        text text not null,
        state text not null check (state in ('queued', 'sent', 'failed', 'outbox')),
        attempts integer not null default 0,
        next_attempt_at timestamptz not null,
        last_error text,
        created_at timestamptz not null,
        done_at timestamptz
      );
      create index mail_due on mail (next_attempt_at) where state = 'queued';
      create index mail_created on mail (created_at desc);
    `.execute(db)
  },
}
