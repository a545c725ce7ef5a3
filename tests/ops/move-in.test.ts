import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { fixture } from '../kit/compatible-fixture.ts'
import { manualSteps } from '../kit/manual.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { logIn } from './client.ts'
import { notLinux } from './database.ts'
import { startDatabase } from './installation.ts'
import { main, plainEnvironment, startServer, stopServer, temporaryFolder } from './server.ts'
import { connectSql } from './sql.ts'

const run = promisify(execFile)
const reason = notLinux ?? systemPostgresMissing()
const page = 'operator/move-in.md'

/** `execFile` says so for every exit code but 0. */
const failed = (error: unknown): { code: number; stdout: string } => error as { code: number; stdout: string }

const startBoth = async () => {
  const postgres = await startDatabase()
  const create = (name: string) =>
    run(path.join(postgres.bin, 'createdb'), [`--maintenance-db=${postgres.url()}`, name])
  const folder = temporaryFolder()
  copyFileSync(path.join(fixture, 'database.sql'), path.join(folder, 'database.sql'))
  cpSync(path.join(fixture, 'files'), path.join(folder, 'files'), { recursive: true })
  copyFileSync(path.join(fixture, 'settings.json'), path.join(folder, 'appsettings.json'))
  return { postgres, create, folder }
}
type Both = Awaited<ReturnType<typeof startBoth>>

const stepsOf = async () => {
  const [create = '', load = '', restore = '', password = '', dryRun = '', move = '', ...more] = (
    await manualSteps(page)
  )
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code)
  expect(more).toEqual([])
  return { create, load, restore, password, dryRun, move }
}

/** Runs commands of the manual, whose database is `name` here. */
const shellOf =
  ({ postgres, folder }: Both, env: NodeJS.ProcessEnv) =>
  (script: string, name = 'theirs'): Promise<{ code: number; stdout: string }> => {
    const here = script
      .replaceAll('postgres://platform@localhost:5432/platform', `'${postgres.url(name)}'`)
      .replaceAll('postgres://platform@localhost:5432/postgres platform', `'${postgres.url()}' ${name}`)
    expect(here).not.toBe(script)
    const program = `pennant() { '${process.execPath}' '${main}' "$@"; }`
    return run('sh', ['-c', `${program}\nexport PGPASSWORD=secret\n${here}`], {
      cwd: folder,
      env: plainEnvironment({ ...env, PATH: `${postgres.bin}:${process.env['PATH'] ?? ''}` }),
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: unknown) => {
        const { code, stdout } = failed(error)
        return { code, stdout }
      },
    )
  }

// Random in each run, or the time of the move.
const drawn = ['stamp', 'private_key', 'updated_at', 'board_at', 'notices_at']
const isSame: Readonly<Record<string, string>> = { setting: `where key <> 'SecretKey'` }

/** Everything that a move wrote: rows by table, and files. */
const contentOf = async (url: string, storage: string) => {
  const sql = connectSql({ connectionString: url })
  const columns = await sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name not in ('audit', 'kysely_migration', 'kysely_migration_lock')
     order by table_name, ordinal_position`,
  )
  const rows: Record<string, unknown> = {}
  for (const table of new Set(columns.map((one) => one.table))) {
    const of = columns.filter((one) => one.table === table && !drawn.includes(one.column))
    const list = of.map(({ column }) => `"${column}"`).join(', ')
    const [one] = await sql(
      `select count(*) as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from (select ${list} from "${table}" ${isSame[table] ?? ''}) t`,
    )
    rows[table] = one
  }
  const files = readdirSync(storage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [
      path.relative(storage, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ])
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b))
  return { rows, files }
}

describe.skipIf(reason !== null)(withSkipReason('moving in from a compatible platform', reason), () => {
  it('goes as the manual says: load, try, move, check, and go back', async () => {
    const both = await startBoth()
    const { postgres, create, folder } = both
    const steps = await stepsOf()
    expect(steps.password).toBe('export PGPASSWORD=secret\n')
    await create('ours')
    const dataDir = path.join(folder, 'data')
    const sh = shellOf(both, { DATABASE_URL: postgres.url('ours'), PENNANT_DATA_DIR: dataDir })
    expect((await sh(steps.create)).code).toBe(0)
    expect((await sh(steps.load)).code).toBe(0)
    const theirs = connectSql({ connectionString: postgres.url('theirs') })
    const before = await theirs('select count(*) from "Submissions"')

    const tried = await sh(steps.dryRun)
    expect([tried.code, tried.stdout]).toEqual([3, expect.stringContaining('Nothing was written.')])
    const moved = await sh(steps.move)
    expect([moved.code, moved.stdout]).toEqual([
      3,
      expect.stringContaining('The scoreboard of game 1 is the same'),
    ])
    const server = await startServer({ dataDir, env: { DATABASE_URL: postgres.url('ours') } })
    expect((await logIn(server.site, 'alice', 'Winter-01-pass')).status).toBe(200)
    expect((await logIn(server.site, 'Admin', 'Passw0rd-of-the-bench')).status).toBe(200)
    await stopServer(server)
    // Back is where nothing has changed.
    expect(await theirs('select count(*) from "Submissions"')).toEqual(before)
  })

  it('takes every kind of dump', async () => {
    const both = await startBoth()
    const { postgres, folder } = both
    const steps = await stepsOf()
    const sh = shellOf(both, { PENNANT_DATA_DIR: path.join(folder, 'data') })
    await sh(steps.create)
    await sh(steps.load)
    const { code, stdout } = await sh(steps.dryRun)
    expect(code).toBe(3)
    const dumped = (...flags: string[]) =>
      run(path.join(postgres.bin, 'pg_dump'), [
        ...flags,
        '-f',
        path.join(folder, 'any'),
        postgres.url('theirs'),
      ])
    const kinds: readonly (readonly [flags: readonly string[], step: string])[] = [
      [['--format=custom'], steps.restore.replace('database.dump', 'any')],
      [['--format=tar'], steps.restore.replace('database.dump', 'any')],
      [['--format=plain'], steps.load.replace('database.sql', 'any')],
      [
        ['--format=plain', '--inserts', '--rows-per-insert=7', '--clean', '--if-exists'],
        steps.load.replace('database.sql', 'any'),
      ],
      [
        ['--format=plain', '--column-inserts', '--no-owner', '--encoding=UTF8'],
        steps.load.replace('database.sql', 'lines'),
      ],
      [['--format=directory'], steps.restore.replace('database.dump', 'any')],
    ]
    for (const [index, [flags, step]] of kinds.entries()) {
      rmSync(path.join(folder, 'any'), { force: true })
      await dumped(...flags)
      const name = `theirs${index}`
      // As a system writes it that ends lines by two characters.
      if (step.includes('lines')) {
        const text = readFileSync(path.join(folder, 'any'), 'utf8')
        writeFileSync(path.join(folder, 'lines'), text.replaceAll('\n', '\r\n'))
      }
      expect([flags, (await sh(steps.create, name)).code]).toEqual([flags, 0])
      expect([flags, (await sh(step, name)).code]).toEqual([flags, 0])
      expect([flags, await sh(steps.dryRun, name)]).toEqual([flags, { code, stdout }])
    }
  })

  it('leaves an empty installation wherever it is killed, and the same as an unhurried one the next time', {
    timeout: 600_000,
  }, async () => {
    const both = await startBoth()
    const { postgres, create, folder } = both
    const steps = await stepsOf()
    await shellOf(both, {})(steps.create)
    await shellOf(both, {})(steps.load)
    const flags = [
      ...['--yes', '--from', postgres.url('theirs'), '--files', 'files', '--settings', 'appsettings.json'],
    ]
    const environment = (name: string) =>
      plainEnvironment({ DATABASE_URL: postgres.url(name), PENNANT_DATA_DIR: path.join(folder, name) })
    const users = async (name: string): Promise<number> => {
      const sql = connectSql({ connectionString: postgres.url(name) })
      const [table] = await sql<{ there: boolean }>(`select to_regclass('"user"') is not null as there`)
      if (table?.there !== true) return 0
      return Number((await sql<{ n: string }>('select count(*) as n from "user"'))[0]?.n)
    }
    const whole = async (name: string) => {
      const moved = await run(process.execPath, [main, 'move-in', ...flags], {
        cwd: folder,
        env: environment(name),
      }).then(({ stdout }) => ({ code: 0, stdout }), failed)
      expect([name, moved.code]).toEqual([name, 3])
      return contentOf(postgres.url(name), path.join(folder, name, 'files'))
    }
    await create('unhurried')
    const expected = await whole('unhurried')
    expect(expected.files).toHaveLength(26)
    /** Killed when this is said for the nth time, and that much later. */
    const moments: readonly (readonly [text: string, times: number, laterMs: number])[] = [
      ['Reading everything', 1, 0],
      ['files checked', 1, 0],
      ['Copying the files', 1, 0],
      ...byBreadth([], [9], [3, 6, 9, 12, 15, 20]).map(
        (laterMs) => ['Copying the files', 1, laterMs] as const,
      ),
      ['files checked', 2, 0],
      ['Writing the rows', 1, 0],
      ...byBreadth([], [60], [10, 30, 60, 90, 120, 160]).map(
        (laterMs) => ['Writing the rows', 1, laterMs] as const,
      ),
      ['Comparing the scoreboards', 1, 0],
    ]
    for (const [index, [text, times, laterMs]] of moments.entries()) {
      const name = `ours${index}`
      await create(name)
      const child = spawn(process.execPath, [main, 'move-in', ...flags], {
        cwd: folder,
        env: environment(name),
      })
      child.stdout.resume()
      let said = ''
      child.stderr.on('data', (part: Buffer) => {
        said += part.toString()
        if (said.split(text).length > times) setTimeout(() => child.kill('SIGKILL'), laterMs)
      })
      await once(child, 'close')
      expect(said).toContain(text)
      const left = await users(name)
      // It may have been over before the end came.
      expect([0, 34]).toContain(left)
      const content =
        left > 0 ? await contentOf(postgres.url(name), path.join(folder, name, 'files')) : await whole(name)
      expect([text, times, laterMs, content]).toEqual([text, times, laterMs, expected])
    }
  })

  it('can be killed on the built-in database, too', async () => {
    const both = await startBoth()
    const { postgres, folder } = both
    const steps = await stepsOf()
    await shellOf(both, {})(steps.create)
    await shellOf(both, {})(steps.load)
    const flags = ['--from', postgres.url('theirs'), '--files', 'files', '--settings', 'appsettings.json']
    const dataDir = path.join(folder, 'data')
    const options = { cwd: folder, env: plainEnvironment({ PENNANT_DATA_DIR: dataDir }) }
    for (const text of ['Copying the files', 'Comparing the scoreboards']) {
      const child = spawn(process.execPath, [main, 'move-in', '--yes', ...flags], options)
      child.stdout.resume()
      child.stderr.on('data', (part: Buffer) => {
        if (part.toString().includes(text)) child.kill('SIGKILL')
      })
      expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
    }
    const moved = await run(process.execPath, [main, 'move-in', '--yes', ...flags], options).then(
      () => ({ code: 0, stdout: '' }),
      failed,
    )
    expect([moved.code, moved.stdout]).toEqual([3, expect.stringContaining('Everything is moved in.')])
    const server = await startServer({ dataDir })
    expect((await logIn(server.site, 'alice', 'Winter-01-pass')).status).toBe(200)
    await stopServer(server)
  })
})
