import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/ports/database.ts'

/** Read-only calls change these. */
const passedOver = ['log', 'trace', 'job_run', 'process']
const passingColumns = ['visited_at', 'ip', 'expires_at', 'last_used_at']

export type Mark = string

/** From the first call on, every change of a row is recorded. */
export const mark = async (db: Db): Promise<Mark> => {
  const set = watched.get(db) ?? watch(db)
  watched.set(db, set)
  await set
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(id), 0)::text as last from audit.change
  `.execute(db)
  return rows[0]?.last ?? '0'
}

export const changesSince = async (db: Db, since: Mark): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from (
      select name from audit.change where id > ${since}::bigint group by name, hash having sum(delta) <> 0
    ) changed order by name
  `.execute(db)
  return rows.map(({ name }) => `table ${name} changed`)
}

/** Includes rows that were written unchanged. */
export const writtenSince = async (db: Db, since: Mark): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from audit.change where id > ${since}::bigint order by name
  `.execute(db)
  return rows.map(({ name }) => name)
}

const watched = new WeakMap<Db, Promise<void>>()

/** Comparing the whole database after each of thousands of attempts would take most of the time. */
const watch = async (db: Db): Promise<void> => {
  await sql`
    create schema audit;
    create unlogged table audit.change (
      id bigserial primary key, name text not null, hash text not null, delta integer not null
    );
    create function audit.note() returns trigger language plpgsql as $$
    begin
      -- The hourly sweep of sessions may come between two attempts.
      if tg_op = 'DELETE' and tg_table_name = 'session'
        and (to_jsonb(old) ->> 'expires_at')::timestamptz < now() then
        return null;
      end if;
      if tg_op = 'UPDATE' and to_jsonb(old) - ${passing} = to_jsonb(new) - ${passing} then
        return null;
      end if;
      if tg_op <> 'INSERT' and coalesce(to_jsonb(old) ->> 'key', '') not like 'Edition:%' then
        insert into audit.change (name, hash, delta)
        values (tg_table_name, md5((to_jsonb(old) - ${passing})::text), -1);
      end if;
      if tg_op <> 'DELETE' and coalesce(to_jsonb(new) ->> 'key', '') not like 'Edition:%' then
        insert into audit.change (name, hash, delta)
        values (tg_table_name, md5((to_jsonb(new) - ${passing})::text), 1);
      end if;
      return null;
    end $$;
    ${sql.join(
      (await listTables(db)).map(
        (name) => sql`
          create trigger audit after insert or update or delete on ${sql.table(name)}
          for each row execute function audit.note()`,
      ),
      sql`; `,
    )}
  `.execute(db)
}

const passing = sql.raw(`array['${passingColumns.join("', '")}']`)

const listTables = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(db)
  return rows.map(({ name }) => name).filter((name) => !passedOver.includes(name))
}
