import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// Most tables refer to their parents by game, too: the database then refuses references across games, one
// index serves all reads of a game, and deleting it takes everything along. `on delete set null (…)` needs
// PostgreSQL 15. Lock order: game, team, participation, then the rest.
export const games: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table game (
        id integer primary key generated always as identity,
        title text not null,
        summary text not null default '',
        content text not null default '',
        hidden boolean not null default false,
        practice_mode boolean not null default true,
        accept_without_review boolean not null default false,
        invite_code text,
        team_member_count_limit integer not null default 0,
        container_count_limit integer not null default 3,
        poster_hash text,
        start_at timestamptz not null,
        end_at timestamptz not null,
        writeup_required boolean not null default false,
        writeup_deadline timestamptz not null,
        writeup_note text not null default '',
        blood_bonus integer not null default 52459530,
        public_key text not null,
        -- Locked, as all private keys.
        private_key text not null,
        -- Services outside compute team hashes from it, so it stays when the private key is locked anew.
        hash_salt text not null check (hash_salt ~ '^[0-9a-f]{64}$')
      );

      create table division (
        id integer primary key generated always as identity,
        game_id integer not null references game (id) on delete cascade,
        name text not null,
        invite_code text,
        default_permissions integer not null default 2147483647,
        unique (game_id, id)
      );

      create table challenge (
        id integer primary key generated always as identity,
        game_id integer not null references game (id) on delete cascade,
        title text not null,
        content text not null default '',
        category text not null check (category in ('Misc', 'Crypto', 'Pwn', 'Web', 'Reverse', 'Blockchain',
          'Forensics', 'Hardware', 'Mobile', 'PPC', 'AI', 'Pentest', 'OSINT')),
        type text not null check (type in ('StaticAttachment', 'StaticContainer', 'DynamicAttachment',
          'DynamicContainer')),
        hints text[],
        is_enabled boolean not null default false,
        flag_template text,
        file_name text default 'attachment',
        container_image text default '',
        memory_limit integer default 64,
        cpu_count integer default 1,
        storage_limit integer default 256,
        expose_port integer default 80,
        network_mode text default 'Open' check (network_mode in ('Open', 'Isolated', 'Custom')),
        enable_traffic_capture boolean not null default false,
        disable_blood_bonus boolean not null default false,
        deadline_at timestamptz,
        submission_limit integer not null default 0 check (submission_limit >= 0),
        original_score integer not null default 1000,
        min_score_rate double precision not null default 0.25 check (min_score_rate between 0 and 1),
        difficulty double precision not null default 5,
        unique (game_id, id)
      );

      -- What replaces a division's default permissions for one challenge.
      create table division_challenge (
        game_id integer not null,
        division_id integer not null,
        challenge_id integer not null,
        permissions integer not null default 2147483647,
        primary key (division_id, challenge_id),
        foreign key (game_id, division_id) references division (game_id, id) on delete cascade,
        foreign key (game_id, challenge_id) references challenge (game_id, id) on delete cascade
      );
      create index division_challenge_game on division_challenge (game_id, challenge_id);

      -- What organisers list. Flags that are generated for one team live with its instance.
      create table flag (
        id integer primary key generated always as identity,
        challenge_id integer not null references challenge (id) on delete cascade,
        flag text not null,
        unique (challenge_id, id)
      );
      create index flag_text on flag (challenge_id, flag);

      -- Of a challenge or, with flag_id, of one of its flags. The name is that of the upload: the same bytes
      -- may be stored under another by somebody else.
      create table attachment (
        id integer primary key generated always as identity,
        challenge_id integer not null references challenge (id) on delete cascade,
        flag_id integer unique,
        type text not null check (type in ('Local', 'Remote')),
        file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
        file_name text,
        file_size bigint,
        remote_url text,
        foreign key (challenge_id, flag_id) references flag (challenge_id, id) on delete cascade,
        check ((type = 'Local') = (file_hash is not null)),
        check ((type = 'Remote') = (remote_url is not null))
      );
      create unique index attachment_of_challenge on attachment (challenge_id) where flag_id is null;
      create index attachment_file on attachment (file_hash);

      create table participation (
        id integer primary key generated always as identity,
        game_id integer not null references game (id) on delete cascade,
        team_id integer not null references team (id) on delete cascade,
        division_id integer,
        status text not null check (status in ('Pending', 'Accepted', 'Rejected', 'Suspended', 'Unsubmitted')),
        token text not null,
        writeup_hash text check (writeup_hash ~ '^[0-9a-f]{64}$'),
        writeup_name text,
        writeup_at timestamptz,
        unique (game_id, team_id),
        unique (game_id, id),
        foreign key (game_id, division_id) references division (game_id, id) on delete set null (division_id),
        check (num_nulls(writeup_hash, writeup_name, writeup_at) in (0, 3))
      );
      create index participation_team on participation (team_id);
      create index participation_division on participation (game_id, division_id);

      -- Who joined in person. The key keeps everybody to one team per game.
      create table participation_member (
        game_id integer not null,
        user_id uuid not null references "user" (id) on delete cascade,
        participation_id integer not null,
        joined_at timestamptz not null,
        primary key (game_id, user_id),
        foreign key (game_id, participation_id) references participation (game_id, id) on delete cascade
      );
      create index participation_member_participation on participation_member (participation_id);
      create index participation_member_user on participation_member (user_id);

      -- What a team has of a challenge. A participation has one game, so the key also keeps every pair of
      -- participation and challenge to one row.
      create table game_instance (
        game_id integer not null,
        participation_id integer not null,
        challenge_id integer not null,
        -- The team's own flag: of a dynamic challenge, from its first visit on; never of a static one.
        flag text,
        -- The listed flag it was taken from (DynamicAttachment). Nobody else gets that one, and it cannot be
        -- deleted while the team has it. Listed flags never change, so the copy of the text holds.
        flag_id integer unique,
        container_changed_at timestamptz,
        primary key (game_id, participation_id, challenge_id),
        foreign key (game_id, participation_id) references participation (game_id, id) on delete cascade,
        foreign key (game_id, challenge_id) references challenge (game_id, id) on delete cascade,
        -- No action: when the challenge goes, both ends go in one statement.
        foreign key (challenge_id, flag_id) references flag (challenge_id, id),
        check (flag_id is null or flag is not null)
      );
      -- Whose flag is it? Also finds the instances of a challenge.
      create index game_instance_flag on game_instance (challenge_id, flag);

      -- The row outlives what it belongs to, so that the running container is still stopped.
      create table container (
        -- Random (version 4): whoever knows it may connect.
        id uuid primary key,
        game_id integer,
        participation_id integer,
        challenge_id integer,
        -- Started by an organiser to try a challenge; belongs to no team.
        test boolean not null default false,
        test_challenge_id integer unique references challenge (id) on delete set null,
        image text not null,
        status text not null check (status in ('Pending', 'Running', 'Destroyed')),
        -- The provider's id, and where the container listens; known from the start on.
        runtime_id text,
        is_proxied boolean not null,
        ip text,
        port integer,
        public_ip text,
        public_port integer,
        started_at timestamptz not null,
        expect_stop_at timestamptz not null,
        -- Two members who start at once get one container.
        unique (participation_id, challenge_id),
        foreign key (game_id, participation_id, challenge_id)
          references game_instance (game_id, participation_id, challenge_id) on delete set null,
        check (not test or num_nonnulls(game_id, participation_id, challenge_id) = 0),
        check (test or test_challenge_id is null),
        check (status <> 'Running' or num_nulls(runtime_id, ip, port) = 0)
      );
      create index container_expiry on container (expect_stop_at);

      -- The id is the order of acceptance: who comes first at the same millisecond. It is drawn when the row is
      -- written, so a row of a transaction under way may appear after rows with higher ids.
      -- Few indices, since rows come by the hundred in a second: deleting a user has to scan.
      create table submission (
        id bigint primary key generated always as identity,
        game_id integer not null,
        participation_id integer not null,
        challenge_id integer not null,
        user_id uuid references "user" (id) on delete set null,
        answer text not null,
        status text not null check (status in ('NotFound', 'FlagSubmitted', 'Accepted', 'WrongAnswer',
          'CheatDetected')),
        -- Arrival of the request.
        time timestamptz not null,
        -- One parent that only the team itself touches: busy challenges are not locked by everybody at once.
        foreign key (game_id, participation_id, challenge_id)
          references game_instance (game_id, participation_id, challenge_id) on delete cascade
      );
      create index submission_instance on submission (participation_id, challenge_id);
      create index submission_time on submission (game_id, time desc, id desc);
      create index submission_unjudged on submission (id) where status = 'FlagSubmitted';
      create index submission_cheat on submission (game_id, time desc, id desc) where status = 'CheatDetected';

      -- The one right answer of a team that counts: of several at once, the key lets one in.
      create table first_solve (
        participation_id integer not null,
        challenge_id integer not null,
        game_id integer not null,
        submission_id bigint not null unique references submission (id) on delete cascade,
        primary key (participation_id, challenge_id)
      );
      create index first_solve_order on first_solve (game_id, challenge_id, submission_id);

      create table cheat_info (
        submission_id bigint primary key references submission (id) on delete cascade,
        game_id integer not null,
        -- Whose flag it was.
        owner_id integer not null,
        foreign key (game_id, owner_id) references participation (game_id, id) on delete cascade
      );
      create index cheat_info_owner on cheat_info (game_id, owner_id);

      create table notice (
        id integer primary key generated always as identity,
        game_id integer not null references game (id) on delete cascade,
        type text not null check (type in ('Normal', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'NewHint',
          'NewChallenge')),
        values text[] not null,
        time timestamptz not null
      );
      create index notice_time on notice (game_id, time desc, id desc);

      create table game_event (
        id bigint primary key generated always as identity,
        game_id integer not null references game (id) on delete cascade,
        type text not null check (type in ('Normal', 'ContainerStart', 'ContainerDestroy', 'FlagSubmit',
          'CheatDetected')),
        values text[] not null,
        time timestamptz not null,
        user_id uuid references "user" (id) on delete set null,
        team_id integer references team (id) on delete set null
      );
      create index game_event_time on game_event (game_id, time desc, id desc);
    `.execute(db)
  },
}
