import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../../../tests/kit/command.ts'
import { fixture } from '../../../../tests/kit/compatible-fixture.ts'
import {
  type CompatibleDatabase,
  createCompatibleDatabase,
} from '../../../../tests/kit/compatible-installation.ts'
import { createTestDatabase } from '../../../../tests/kit/test-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-damaged-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// What their database would refuse can still be in a dump that someone has changed by hand.
const withoutRules = `
  do $$ declare r record; begin
    for r in select table_name as t from information_schema.tables where table_schema = 'public'
    loop execute format('alter table public.%I add column _place bigserial', r.t); end loop;
    for r in select conrelid::regclass as t, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'c')
    loop execute format('alter table %s drop constraint %I cascade', r.t, r.conname); end loop;
    for r in select conrelid::regclass as t, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'u')
    loop execute format('alter table %s drop constraint %I cascade', r.t, r.conname); end loop;
    for r in select schemaname, indexname from pg_indexes where schemaname = 'public'
    loop execute format('drop index if exists %I.%I', r.schemaname, r.indexname); end loop;
    for r in select c.table_name, c.column_name, c.is_identity from information_schema.columns c
      where c.table_schema = 'public' and c.is_nullable = 'NO'
    loop
      if r.is_identity = 'YES' then
        execute format('alter table public.%I alter column %I drop identity', r.table_name, r.column_name);
      end if;
      execute format('alter table public.%I alter column %I drop not null', r.table_name, r.column_name);
    end loop;
  end $$`

/** Every column of every table is changed in one row, each in another one as far as there are rows. */
const eachColumn = (change: string, only = 'true'): string => `
  do $$ declare r record; begin
    for r in select c.table_name as t, c.column_name as col, c.ordinal_position as nth, c.data_type as kind
      from information_schema.columns c
      where c.table_schema = 'public' and c.table_name not in ('__EFMigrationsHistory', 'Configs')
        and c.column_name <> '_place' and ${only}
    loop
      execute format(
        'update public.%1$I set %2$I = ${change}
         where _place = 1 + ' || r.nth - 1 || ' %% greatest(1, (select count(*) from public.%1$I))', r.t, r.col);
    end loop;
  end $$`

const doubled = `
  do $$ declare r record; begin
    for r in select table_name as t from information_schema.tables
      where table_schema = 'public' and table_name <> '__EFMigrationsHistory'
    loop execute format('insert into public.%1$I select * from public.%1$I order by ctid limit 3', r.t); end loop;
  end $$`

const moveIn = async (theirs: CompatibleDatabase, flags = theirs.flags) => {
  const ours = await createTestDatabase()
  onTestFinished(() => ours.drop())
  const moved = await runCommand({ database: ours }, ['move-in', '--yes', ...flags], {
    env: { ...theirs.env, PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${join(folder, 'storage')}` },
  })
  const users = (await ours.db.selectFrom('user').select('id').execute()).length
  const submissions = (await ours.db.selectFrom('submission').select('id').execute()).length
  return { ...moved, users, submissions }
}

const damaged = async (...statements: readonly string[]): Promise<CompatibleDatabase> => {
  const theirs = await createCompatibleDatabase()
  onTestFinished(() => theirs.drop())
  for (const statement of statements) await theirs.run(statement)
  return theirs
}

describe('a damaged database', () => {
  it.each([
    ['nothing in one row of every column', eachColumn('null')],
    ['double rows in every table', doubled],
    ['numbers that nothing has', eachColumn('987654', `c.data_type in ('integer', 'bigint')`)],
    [
      'keys of users that nobody has',
      eachColumn(`''00000000-0000-4000-8000-000000000000''`, `c.data_type = 'uuid'`),
    ],
  ])('with %s is reported, and moved in without it', async (_what, statement) => {
    const moved = await moveIn(await damaged(withoutRules, statement))
    expect([moved.exit, moved.stderr]).toEqual([3, ''])
    expect(moved.stdout).toMatch(/lost .*\(\d+\)/)
    expect(moved.stdout).toMatch(new RegExp(`AspNetUsers: \\d+ read, ${moved.users} carried`))
    expect(moved.stdout).toMatch(new RegExp(`Submissions: \\d+ read, ${moved.submissions} carried`))
    expect(moved.users).toBeGreaterThan(30)
  })
})

describe('an installation that can’t be moved in', () => {
  it('has another key in its settings than its games were masked with', async () => {
    const theirs = await damaged()
    const settings = join(folder, 'settings.json')
    await writeFile(settings, '{ "XorKey": "another" }')
    const flags = theirs.flags.with(5, settings)
    const moved = await moveIn(theirs, flags)
    expect([moved.exit, moved.stderr, moved.users]).toEqual([4, expect.stringContaining('XorKey'), 0])
  })

  it('has a schema that is not known', async () => {
    // A terminal would take what follows for its title.
    const newer = `insert into public."__EFMigrationsHistory" values (E'20990101000000_Later\\x1b]0;', '1')`
    const moved = await moveIn(await damaged(newer))
    expect([moved.exit, moved.stderr, moved.users]).toEqual([
      4,
      expect.stringContaining('20990101000000_Later\\u001b]0;'),
      0,
    ])
  })

  it('is another database altogether, or none', async () => {
    const theirs = await damaged('drop table public."FirstSolves"')
    expect(await moveIn(theirs)).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('not the database'),
    })
    const nowhere = theirs.flags.with(1, 'postgres://nobody@127.0.0.1:1/nothing')
    expect(await moveIn(theirs, nowhere)).toMatchObject({ exit: 5, users: 0 })
  })

  it.each([
    [['--from', 'mysql://x'], 'PostgreSQL'],
    [['--from', 'postgres://someone:secret@localhost/x'], 'PGPASSWORD'],
    [['--from', 'postgres://someone@localhost/x?password=secret'], 'PGPASSWORD'],
    [['--files', 'disk://path=/nonexistent-folder'], 'uploads'],
    [['--files', '/nonexistent-folder'], 'uploads'],
    [['--settings', '/nonexistent-file'], "can't be read"],
  ])('is told %j, without a secret being repeated', async ([flag = '', value = ''], said) => {
    const theirs = await damaged()
    const at = theirs.flags.indexOf(flag)
    const moved = await moveIn(theirs, theirs.flags.with(at + 1, value))
    expect([moved.exit, moved.stderr]).toEqual([2, expect.stringContaining(said)])
    expect(moved.stderr).not.toContain('secret')
  })
})

describe('a database of ours', () => {
  const storageOf = (name: string) => ({
    PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${join(folder, name)}`,
  })
  const filesIn = async (name: string): Promise<string[]> =>
    (await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)

  it('that refuses a row leaves no files behind', async () => {
    const theirs = await damaged()
    const ours = await createTestDatabase()
    onTestFinished(() => ours.drop())
    await sql`alter table post add constraint none check (false)`.execute(ours.db)
    const env = { ...theirs.env, ...storageOf('undone') }
    const refused = await runCommand({ database: ours }, ['move-in', '--yes', ...theirs.flags], { env })
    expect([refused.exit, refused.said]).toEqual([1, expect.stringContaining('files checked')])
    expect(await filesIn('undone')).toEqual([])
    await sql`alter table post drop constraint none`.execute(ours.db)
    const moved = await runCommand({ database: ours }, ['move-in', '--yes', ...theirs.flags], { env })
    expect(moved.exit).toBe(3)
    expect(await filesIn('undone')).toHaveLength(26)
  })

  it('stays as it is until someone agrees, and is not made before', async () => {
    const theirs = await damaged()
    const ours = await createTestDatabase({ bare: true })
    onTestFinished(() => ours.drop())
    const builtIn = { DATABASE_URL: '', PENNANT_DATA_DIR: join(folder, 'data') }
    for (const place of [{}, builtIn]) {
      const questions: string[] = []
      const unasked = await runCommand({ database: ours }, ['move-in', ...theirs.flags], {
        env: { ...theirs.env, ...storageOf('asked'), ...place },
        confirm: async (question) => questions.push(question) === 0,
      })
      expect([unasked.exit, questions]).toEqual([1, ['Move in 34 users and 3 games, as listed?']])
    }
    const tables = sql`select 1 from information_schema.tables where table_schema = 'public'`
    expect((await tables.execute(ours.db)).rows).toEqual([])
    const made = await readdir(folder)
    expect(made).not.toContain('asked')
    expect(made).not.toContain('data')
  })
})

describe('further tables and missing files', () => {
  it('are listed as lost, with what refers to them', async () => {
    const theirs = await damaged(
      'create table public."Plugin\u001b]0;" (x integer); insert into public."Plugin\u001b]0;" values (1), (2)',
    )
    const files = join(folder, 'files')
    await cp(join(fixture, 'files'), files, { recursive: true })
    const hash = '13add4138d044089bc3fd8d5bb9c5a76e3aa963efb65676ecf9e08b747326483'
    const other = 'b39d39d5ccc9e95e5260f8d1fdc9d70a08688d42a7fd25a52b874700afb00920'
    const at = (name: string): string => join(files, 'uploads', name.slice(0, 2), name.slice(2, 4), name)
    await rm(at(hash))
    await writeFile(at(other), 'other bytes')
    const before = await readdir(files)
    const moved = await moveIn(theirs, theirs.flags.with(3, `disk://path=${files}`))
    expect([moved.exit, moved.users]).toEqual([3, 34])
    expect(await readdir(files)).toEqual(before)
    expect(moved.stdout).toContain('Plugin\\u001b]0;: 2 read, 0 carried')
    expect(moved.stdout).toContain('Files: 25 read, 23 carried')
    expect(moved.stdout).toMatch(/PosterHash \(2\): Its file is not in the storage/)
    expect(moved.stdout).toMatch(/It has other bytes than its hash says/)
  })
})
