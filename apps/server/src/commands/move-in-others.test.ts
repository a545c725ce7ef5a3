import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../../../tests/kit/command.ts'
import { fixture } from '../../../../tests/kit/compatible-fixture.ts'
import {
  type CompatibleDatabase,
  createCompatibleDatabase,
} from '../../../../tests/kit/compatible-installation.ts'
import { startFakeS3 } from '../../../../tests/kit/fake-s3.ts'
import { expectAccounted } from '../../../../tests/kit/move-in-report.ts'
import { createTestDatabase } from '../../../../tests/kit/test-database.ts'
import type { Report } from '../move-in/report-text.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-move-in-others-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const changedBy = async (...statements: readonly string[]): Promise<CompatibleDatabase> => {
  const theirs = await createCompatibleDatabase()
  onTestFinished(() => theirs.drop())
  for (const statement of statements) await theirs.run(statement)
  return theirs
}

const moveIn = async (theirs: CompatibleDatabase, flags = theirs.flags, env: Record<string, string> = {}) => {
  const ours = await createTestDatabase()
  onTestFinished(() => ours.drop())
  const written = await runCommand({ database: ours }, ['move-in', '--yes', '--json', ...flags], {
    env: {
      ...theirs.env,
      PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${join(folder, 'ours')}`,
      ...env,
    },
  })
  const { result, findings } = JSON.parse(written.stdout) as {
    result: Report | null
    findings: { code: string; message: string; remedy: string | null }[]
  }
  const said = (['changed', 'kept', 'lost'] as const).flatMap((kind) =>
    (result?.tables ?? []).flatMap((table) =>
      table[kind].map(({ what, why, rows }) => `${table.table} ${kind} ${what} (${rows}): ${why}`),
    ),
  )
  if (result !== null) await expectAccounted(result, ours)
  return { ours: ours.db, exit: written.exit, said, findings, boards: result?.boards }
}

const withOptions = ({ flags }: CompatibleDatabase, options: string): string => {
  const url = new URL(flags[1] ?? '')
  url.searchParams.set('options', options)
  return url.href
}

const differences = (boards: Report['boards'] | undefined) => boards?.map(({ difference }) => difference)
const equal = [null, null, null]

describe('another installation', () => {
  it('has its tables in a schema of its own', async () => {
    const moved = await moveIn(
      await changedBy('alter schema public rename to "CTF data"', 'create schema public'),
    )
    expect([moved.exit, differences(moved.boards)]).toEqual([3, equal])
  })

  it('has its tables in two schemas, and none in the default one', async () => {
    const theirs = await changedBy(
      'alter schema public rename to winter',
      'create schema public',
      'create schema older',
      'create table older."__EFMigrationsHistory" ("MigrationId" text)',
    )
    const moved = await moveIn(theirs)
    expect([moved.exit, moved.findings[0]]).toMatchObject([
      4,
      { code: 'source.schemas', message: expect.stringContaining(': older, winter.') },
    ])
    const named = await moveIn(theirs, theirs.flags.with(1, withOptions(theirs, '-csearch_path=winter')))
    expect([named.exit, differences(named.boards)]).toEqual([3, equal])
  })

  const withReader = async (...statements: readonly string[]) => {
    const role = `reader_${randomBytes(4).toString('hex')}`
    const theirs = await changedBy(
      `create role ${role}`,
      `grant usage on schema public to ${role}`,
      `grant select on all tables in schema public to ${role}`,
      ...statements.map((statement) => statement.replace('READER', role)),
    )
    onTestFinished(() => theirs.run(`drop owned by ${role}; drop role ${role}`))
    return { theirs, role, from: withOptions(theirs, `-c role=${role}`) }
  }

  it('hides rows from the account that is named', async () => {
    const { theirs, from } = await withReader('alter table "Teams" enable row level security')
    const moved = await moveIn(theirs, theirs.flags.with(1, from))
    expect([moved.exit, moved.findings[0]]).toMatchObject([
      4,
      { code: 'source.filtered', message: expect.stringContaining('in Teams.') },
    ])
    const owned = await moveIn(theirs)
    expect([owned.exit, differences(owned.boards)]).toEqual([3, equal])
  })

  it('can’t be read by the account that is named', async () => {
    const { theirs, role, from } = await withReader('revoke select on "GameNotices", "Posts" from READER')
    const moved = await moveIn(theirs, theirs.flags.with(1, from))
    expect([moved.exit, moved.findings[0]]).toMatchObject([
      4,
      { code: 'source.closed', message: expect.stringContaining("can't read GameNotices, Posts.") },
    ])
    await theirs.run(`grant select on all tables in schema public to ${role}`)
    const again = await moveIn(theirs, theirs.flags.with(1, from))
    expect([again.exit, differences(again.boards)]).toEqual([3, equal])
  })

  it('has times without end, deadlines before all time, and numbers that are none', async () => {
    const moved = await moveIn(
      await changedBy(
        `update "Games" set "EndTimeUtc" = 'infinity' where "Id" = 2`,
        `update "Games" set "StartTimeUtc" = 'infinity' where "Id" = 3`,
        `update "Games" set "StartTimeUtc" = '-infinity', "WriteupDeadline" = 'infinity' where "Id" = 1`,
        `update "GameChallenges" set "DeadlineUtc" = '1970-01-01 00:00:00+00' where "Id" = 1`,
        `update "GameChallenges" set "DeadlineUtc" = '-infinity' where "Id" = 2`,
        `update "GameChallenges" set "DeadlineUtc" = 'infinity' where "Id" = 3`,
        `update "GameChallenges" set "Difficulty" = 'NaN' where "Id" = 4`,
        `update "GameChallenges" set "MinScoreRate" = 'Infinity' where "Id" = 5`,
        `update "GameChallenges" set "Difficulty" = 1e300, "OriginalScore" = -2147483648 where "Id" = 6`,
        `update "Submissions" set "SubmitTimeUtc" = '0044-03-15 12:00:00+00 BC' where "Id" = (select min("SubmissionId") from "FirstSolves")`,
        `update "AspNetUsers" set "LastVisitedUtc" = '99999-01-01 00:00:00+00' where "UserName" = 'alice'`,
      ),
    )
    expect([moved.findings, differences(moved.boards)]).toEqual([[], equal])
    expect(moved.said).toContain('Submissions lost row (1): It has no time')
    expect(moved.said).toContain('Games changed EndTimeUtc (1): It says forever, and must be a time here')
    const rows = await moved.ours
      .selectFrom('challenge')
      .select(['id', 'deadline_at'])
      .where('id', 'in', [1, 2, 3])
      .orderBy('id')
      .execute()
    expect(rows.map(({ deadline_at: at }) => at?.getTime() ?? null)).toEqual([0, 0, null])
  })

  it('has hundreds of hints, and what no text can have here', async () => {
    const hints = JSON.stringify(Array.from({ length: 900 }, (_, at) => `hint ${at} `.repeat(1_000)))
    const moved = await moveIn(
      await changedBy(
        `update "GameChallenges" set "Hints" = '${hints}' where "Id" = 1`,
        String.raw`update "GameChallenges" set "Hints" = '["a\u0000b", "\ud83e"]' where "Id" = 2`,
        String.raw`update "GameEvents" set "Values" = replace("Values", '","', '\u0000","') where "Id" = (select min("Id") from "GameEvents" where "Type" = 1)`,
        `update "GameChallenges" set "Hints" = '{"no": "list"}' where "Id" = 3`,
      ),
    )
    expect(moved.exit).toBe(3)
    const rows = await moved.ours
      .selectFrom('challenge')
      .select('hints')
      .where('id', 'in', [1, 2, 3])
      .orderBy('id')
      .execute()
    expect([rows[0]?.hints?.length, rows[1]?.hints, rows[2]?.hints]).toEqual([
      900,
      ['a\uFFFDb', '\uFFFD'],
      null,
    ])
    expect(moved.said).toEqual(
      expect.arrayContaining([
        'GameChallenges kept Hints (1): Here, up to 64 of up to 4096 characters can be set',
        'GameChallenges changed Hints (1): It has characters that no text can have here',
        'GameEvents changed Values (1): It has characters that no text can have here',
        'GameChallenges lost Hints (1): They are no list',
      ]),
    )
  })

  it('was stopped while it judged, and has people who are locked out, gone, or without a password', async () => {
    const theirs = await changedBy(
      `update "Submissions" set "Status" = 'FlagSubmitted' where "Id" = (select max("Id") from "Submissions")`,
      `update "AspNetUsers" set "LockoutEnd" = 'infinity' where "UserName" = 'ken'`,
      `update "AspNetUsers" set "LockoutEnd" = now() - interval '1 minute' where "UserName" = 'olivia'`,
      `update "AspNetUsers" set "PasswordHash" = '$2b$12$abcdefghijklmnopqrstuv' where "UserName" = 'judy'`,
      `update "AspNetUsers" set "PasswordHash" = null where "UserName" = 'niaj'`,
      `update "AspNetUsers" set "Email" = 'ALICE@example.org' where "UserName" = 'rupert'`,
      `update "Submissions" set "UserId" = null where "UserId" = (select "Id" from "AspNetUsers" where "UserName" = 'olivia')`,
      `update "Submissions" set "TeamId" = 1 where "Id" = (select min("Id") from "Submissions" where "TeamId" = 2)`,
      `delete from "FirstSolves" where "SubmissionId" = (select max("Id") from "Submissions")`,
      `delete from "Submissions" where "Id" = (select min("Id") from "Submissions" where "Status" = 'WrongAnswer')`,
      `update "FlagContexts" set "IsOccupied" = true where "Id" = (select min(f."Id") from "FlagContexts" f join "GameChallenges" c on c."Id" = f."ChallengeId" where c."Type" = 2 and not f."IsOccupied")`,
      `insert into "Configs" values ('EmailConfig:UserName', 'someone'), ('GlobalConfig:Later', 'x'), ('GlobalConfig:Blank', '')`,
    )
    const moved = await moveIn(theirs)
    expect([moved.exit, differences(moved.boards)]).toEqual([3, equal])
    expect(moved.said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Submissions kept Status \(1\): It was never judged/),
        'Submissions changed TeamId (1): Taken from the participation',
        'AspNetUsers lost LockoutEnd (1): Wrong passwords are counted anew',
        expect.stringMatching(/^AspNetUsers changed PasswordHash \(2\)/),
        'AspNetUsers changed Email (1): Another user has the same address',
        'FlagContexts changed IsOccupied (1): The team that had it is deleted, and another one can get it',
        'Configs lost row (2): The setting is not known here',
        'Configs lost row (2): Keys of the other platform sign nothing here',
      ]),
    )
    const event = await moved.ours
      .selectFrom('game_event')
      .select('values')
      .where('type', '=', 'FlagSubmit')
      .execute()
    // Of a deleted challenge, and of the submission that was deleted by hand.
    expect(event).toHaveLength(21)
  })

  it('has no files', async () => {
    const theirs = await changedBy(
      `update "Attachments" set "LocalFileId" = null; update "Participations" set "WriteupId" = null; delete from "Files"`,
    )
    const moved = await moveIn(theirs, theirs.flags.with(3, folder))
    expect([moved.exit, differences(moved.boards)]).toEqual([3, equal])
  })

  it('has its files somewhere else than named', async () => {
    const theirs = await changedBy()
    const wrong = await moveIn(theirs, theirs.flags.with(3, join(fixture, 'expected')))
    expect([wrong.exit, wrong.findings[0]]).toMatchObject([
      2,
      { remedy: expect.stringContaining('"uploads"') },
    ])
  })

  it.each([
    ['{ "XorKey": "" }', 'have no XorKey'],
    ['XorKey: winter', 'no settings in JSON'],
  ])('has the settings %s', async (text, said) => {
    const settings = join(folder, 'settings.json')
    await writeFile(settings, text)
    const theirs = await changedBy()
    const moved = await moveIn(theirs, theirs.flags.with(5, settings))
    expect([moved.exit, moved.findings[0]?.message]).toEqual([
      expect.any(Number),
      expect.stringContaining(said),
    ])
    expect(moved.findings[0]?.remedy).not.toBeNull()
  })

  it('is damaged in a way that its database can’t answer', async () => {
    const moved = await moveIn(await changedBy('alter table "FlagContexts" rename column "Flag" to "Other"'))
    expect([moved.exit, moved.findings[0]]).toMatchObject([
      5,
      { code: 'source.unreadable', message: expect.stringContaining('does not exist') },
    ])
  })
})

describe('files in a bucket', () => {
  const startBucket = async () => {
    const server = await startFakeS3({ pageSize: 7 })
    onTestFinished(() => server.stop())
    const { accessKey, secretKey, region } = server.account
    const root = join(fixture, 'files')
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          return [
            relative(root, path),
            { body: await readFile(path), modified: new Date(0), etag: '"x"' },
          ] as const
        }),
    )
    server.buckets.set('theirs', new Map(files))
    return {
      server,
      env: { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey },
      addressOf: (bucket: string) =>
        `s3://bucket=${bucket};region=${region};endpoint=${server.endpoint};forcePathStyle=true`,
    }
  }
  const withEnv = async <T>(env: Record<string, string>, work: () => Promise<T>): Promise<T> => {
    const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
    Object.assign(process.env, env)
    try {
      return await work()
    } finally {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
    }
  }

  it('are moved as those of a folder, with captures, and only read', async () => {
    const { server, env, addressOf } = await startBucket()
    const theirs = await changedBy()
    const inFolder = await moveIn(theirs)
    const inBucket = await withEnv(env, () => moveIn(theirs, theirs.flags.with(3, addressOf('theirs'))))
    expect([inBucket.exit, inBucket.said]).toEqual([3, inFolder.said])
    expect(server.requests.filter((request) => !/^(?:GET|HEAD) /.test(request))).toEqual([])
  })

  it('are not there, or closed', async () => {
    const { server, env, addressOf } = await startBucket()
    const theirs = await changedBy()
    const wrong = await withEnv(env, () => moveIn(theirs, theirs.flags.with(3, addressOf('others'))))
    expect([wrong.exit, wrong.findings[0]?.message]).toEqual([
      5,
      expect.stringContaining('no bucket "others"'),
    ])
    expect([...server.buckets.keys()]).toEqual(['theirs'])
    const closed = { ...env, AWS_SECRET_ACCESS_KEY: 'wrong' }
    const refused = await withEnv(closed, () => moveIn(theirs, theirs.flags.with(3, addressOf('theirs'))))
    expect([refused.exit, refused.findings[0]?.message]).toEqual([5, expect.stringContaining('403')])
    expect(JSON.stringify(refused.findings)).not.toContain('wrong')
    const kind = await moveIn(theirs, theirs.flags.with(3, 'ftp://somewhere'))
    expect([kind.exit, kind.findings[0]?.message]).toEqual([2, expect.stringContaining('must begin with')])
  })
})
