import { describe, expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { runCommand } from '../../../../tests/kit/command.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { connect } from '../adapters/sql/connect.ts'
import { migrate } from '../adapters/sql/migrate.ts'
import type { DeclaredMigration } from '../adapters/sql/migrations/kind.ts'
import { migrations } from '../adapters/sql/migrations/index.ts'
import { planOf } from '../adapters/sql/plan.ts'

const names = Object.keys(migrations)
const lastName = names.at(-1) ?? ''

const databaseAt = async (last: string | null): Promise<TestDatabase> => {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  if (last === null) return database
  const connection = connect(database.address, { poolSize: 1, onError: () => undefined })
  await migrate(connection.untyped, last)
  await connection.close()
  return database
}
const run = (database: TestDatabase, ...argv: string[]) => runCommand({ database }, ['migrate', ...argv])

describe('migrate', () => {
  it('says and applies what expands, once, and leaves a row', async () => {
    const database = await databaseAt(names.at(-2) ?? '')
    const status = await run(database, 'status')
    expect(status.exit).toBe(3)
    expect(status.stdout).toContain(lastName)
    const plan = await run(database, 'plan')
    expect(plan.exit).toBe(3)
    expect(plan.stdout).toContain(`${lastName}  expand`)
    const unasked = await run(database, 'apply')
    expect(unasked.exit).toBe(4)
    expect((await run(database, 'status')).exit).toBe(3)

    const applied = await run(database, 'apply', '--expand', '--yes')
    expect([applied.exit, applied.stdout]).toEqual([0, `Applied ${lastName}.\n`])
    const rows = await database.db.selectFrom('audit').selectAll().execute()
    expect(rows).toMatchObject([
      {
        action: 'migration.apply',
        object: 'database',
        actor_name: 'shell:tester',
        after: { migrations: [lastName] },
      },
    ])
    expect((await run(database, 'apply', '--yes')).exit).toBe(0)
    expect((await run(database, 'plan')).exit).toBe(0)
    expect((await run(database, 'status')).stdout).toContain(lastName)
    expect(await database.db.selectFrom('audit').select('id').execute()).toHaveLength(1)
  })

  it('stops in front of the first that contracts', async () => {
    const database = await databaseAt('0013-registrations')
    const { exit, stdout, stderr } = await run(database, 'apply', '--yes')
    expect([exit, stdout]).toEqual([3, 'Applied 0014-unlisted.\n'])
    expect(stderr).toContain('0015-names')
    const again = await run(database, 'apply', '--yes')
    expect([again.exit, again.stdout]).toEqual([3, ''])
  })

  it('brings an empty database up to date', async () => {
    const database = await databaseAt(null)
    expect((await run(database, 'apply', '--yes')).exit).toBe(0)
    expect((await run(database, 'status')).exit).toBe(0)
  })

  it('refuses a database that a newer version has used, as all commands do, and an older one', async () => {
    const newer = await databaseAt(lastName)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-next', '')`.execute(newer.db)
    for (const words of [['status'], ['plan'], ['apply', '--yes']]) {
      const { exit, stderr } = await run(newer, ...words)
      expect([exit, stderr]).toEqual([4, expect.stringContaining('9999-next')])
    }
    expect((await runCommand({ database: newer }, ['admin', 'token', 'list'])).exit).toBe(4)

    const older = await runCommand({ database: await databaseAt(names.at(-2) ?? '') }, [
      'admin',
      'token',
      'list',
    ])
    expect([older.exit, older.stderr]).toEqual([4, expect.stringContaining('migrate apply')])
  })
})

describe('the plan of a migration', () => {
  it('names the tables that wait, who waits, and about how many rows they have', async () => {
    const database = await databaseAt(lastName)
    await sql`insert into job_run (name, begun_at, milliseconds) select g::text, now(), 0 from generate_series(1, 300) g`.execute(
      database.db,
    )
    await sql`analyze job_run`.execute(database.db)
    const next: DeclaredMigration = {
      kind: 'contract',
      async up(db) {
        await sql`
          -- alter table mail rename to letter;
          create table fresh (id integer primary key, user_id uuid references "user" (id));
          create index fresh_user on fresh (user_id);
          alter table fresh add column more text;
          create index job_run_begun on job_run (begun_at);
          create index concurrently mail_done on mail (done_at)
        `.execute(db)
        await sql`alter table "team" drop column bio`.execute(db)
      },
    }
    expect(await planOf(database.db, ['next'], { next })).toEqual([
      {
        name: 'next',
        kind: 'contract',
        locks: [
          { table: 'user', stops: 'writes', rows: 0 },
          { table: 'job_run', stops: 'writes', rows: 300 },
          { table: 'team', stops: 'reads and writes', rows: 0 },
        ],
      },
    ])
  })
})
