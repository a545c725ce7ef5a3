import { execFile, spawn } from 'node:child_process'
import { copyFileSync, cpSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
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
  await create('theirs')
  await run(path.join(postgres.bin, 'psql'), [
    ...['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', postgres.url('theirs')],
    ...['-f', path.join(fixture, 'database.sql')],
  ])
  const folder = temporaryFolder()
  cpSync(path.join(fixture, 'files'), path.join(folder, 'files'), { recursive: true })
  copyFileSync(path.join(fixture, 'settings.json'), path.join(folder, 'appsettings.json'))
  return { postgres, create, folder }
}

describe.skipIf(reason !== null)(withSkipReason('moving in from a compatible platform', reason), () => {
  it('goes as the manual says: try, move, check, and go back', async () => {
    const { postgres, create, folder } = await startBoth()
    await create('ours')
    const [password = '', dryRun = '', move = '', ...more] = (await manualSteps(page))
      .filter(({ language }) => language === 'sh')
      .map(({ code }) => code)
    expect(more).toEqual([])
    const dataDir = path.join(folder, 'data')
    const env = { DATABASE_URL: postgres.url('ours'), PENNANT_DATA_DIR: dataDir }
    const sh = (script: string): Promise<{ code: number; stdout: string }> =>
      run('sh', ['-c', `pennant() { '${process.execPath}' '${main}' "$@"; }\n${password}\n${script}`], {
        cwd: folder,
        env: plainEnvironment(env),
      }).then(({ stdout }) => ({ code: 0, stdout }), failed)
    const here = (command: string): string => {
      const written = command.replace(
        'postgres://platform@localhost:5432/platform',
        `'${postgres.url('theirs')}'`,
      )
      expect(written).not.toBe(command)
      return written
    }
    const theirs = connectSql({ connectionString: postgres.url('theirs') })
    const before = await theirs('select count(*) from "Submissions"')

    const tried = await sh(here(dryRun))
    expect([tried.code, tried.stdout]).toEqual([3, expect.stringContaining('Nothing was written.')])
    const moved = await sh(here(move))
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

  it('leaves an empty installation wherever it is killed, and a whole one the next time', async () => {
    const { postgres, create, folder } = await startBoth()
    const flags = [
      '--yes',
      '--from',
      postgres.url('theirs'),
      '--files',
      'files',
      '--settings',
      'appsettings.json',
    ]
    const environment = (name: string) =>
      plainEnvironment({ DATABASE_URL: postgres.url(name), PENNANT_DATA_DIR: path.join(folder, name) })
    const users = async (name: string): Promise<number> => {
      const sql = connectSql({ connectionString: postgres.url(name) })
      const [table] = await sql<{ there: boolean }>(`select to_regclass('"user"') is not null as there`)
      if (table?.there !== true) return 0
      return Number((await sql<{ n: string }>('select count(*) as n from "user"'))[0]?.n)
    }
    const steps = ['Reading everything', 'Copying the files', 'Writing the rows', 'Comparing the scoreboards']
    for (const [index, step] of steps.entries()) {
      const name = `ours${index}`
      await create(name)
      const child = spawn(process.execPath, [main, 'move-in', ...flags], {
        cwd: folder,
        env: environment(name),
      })
      child.stdout.resume()
      let said = ''
      child.stderr.on('data', (text: Buffer) => {
        said += text.toString()
        if (said.includes(step)) child.kill('SIGKILL')
      })
      await once(child, 'close')
      expect(said).toContain(step)
      const left = await users(name)
      // The last step may have been over before the end came.
      expect(index === steps.length - 1 ? [0, 34] : [0]).toContain(left)
      if (left > 0) continue
      const again = await run(process.execPath, [main, 'move-in', ...flags], {
        cwd: folder,
        env: environment(name),
      }).then(({ stdout }) => ({ code: 0, stdout }), failed)
      expect([step, again.code]).toEqual([step, 3])
      expect(await users(name)).toBe(34)
    }
  })
})
