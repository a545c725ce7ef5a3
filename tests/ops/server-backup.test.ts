import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { SystemStatus } from '@pennant/contract/status'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ageKeys } from '../kit/age-keys.ts'
import { readDocument } from '../kit/cli-document.ts'
import { samplePng } from '../kit/sample-image.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { cookieOf, logIn } from './client.ts'
import { openControlGroup } from './control-group.ts'
import { notLinux } from './database.ts'
import { callOk, gameEnvironment } from './game.ts'
import { startDatabase } from './installation.ts'
import { main, plainEnvironment, type Server, startServer, stopServer, temporaryFolder } from './server.ts'
import { connectSql, type Sql } from './sql.ts'

const run = promisify(execFile)
const minute = 60_000
const backupMs = 300_000
const adminPassword = gameEnvironment.PENNANT_ADMINPASSWORD

type Site = {
  env: NodeJS.ProcessEnv
  dataDir: string
  backups: string
  /** Of the server and of its commands. */
  temporary: string
  sql: Sql
  start(): Promise<Server>
  /** What the command writes, however it ends. */
  pennant(...words: string[]): Promise<string>
}

/** How late the machine of the tests is says nothing of backups, and a proof would wait for that. */
const holdQuiet = async (sql: Sql): Promise<void> => {
  await sql(`create function is_quick() returns trigger language plpgsql as
    'begin new.loop_delay_ms := 0; return new; end'`)
  await sql(`create trigger is_quick before insert or update on process
    for each row execute function is_quick()`)
  await sql('update process set loop_delay_ms = 0')
}

const makeSite = async (more: NodeJS.ProcessEnv = {}): Promise<Site> => {
  // A backup gives way to whatever else its group runs. Here, that is the server alone, not the other tests.
  const group = openControlGroup('cpu')
  onTestFinished(group.close)
  const postgres = await startDatabase()
  const folder = temporaryFolder()
  const [dataDir, backups, temporary] = ['data', 'backups', 'temporary'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  mkdirSync(temporary)
  mkdirSync(backups, { mode: 0o700 })
  const env = {
    ...gameEnvironment,
    DATABASE_URL: postgres.url(),
    TMPDIR: temporary,
    PENNANT_SECRET_KEY: 'kept-apart-from-the-backups-and-the-machine',
    PENNANT_BACKUP__TO: backups,
    ...more,
  }
  return {
    ...{ env, dataDir, backups, temporary, sql: connectSql({ connectionString: postgres.url() }) },
    start: () =>
      startServer({
        ...{ dataDir, env },
        command: ['sh', '-c', `${group.enter}; exec "$@"`, 'sh', process.execPath, main],
      }),
    pennant: (...words) =>
      run(process.execPath, [main, ...words], {
        cwd: '/',
        env: plainEnvironment({
          ...env,
          PENNANT_DATA_DIR: dataDir,
          PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
        }),
      }).then(
        ({ stdout }) => stdout,
        (error: unknown) => (error as { stdout: string }).stdout,
      ),
  }
}

const adminAt = async ({ site }: Server): Promise<string> =>
  cookieOf(await logIn(site, 'Admin', adminPassword))

const statusOf = ({ site }: Server, cookie: string): Promise<SystemStatus> =>
  callOk('GET', `${site}/api/admin/status`, cookie)

const isOver = async (server: Server, cookie: string): Promise<boolean> =>
  (await statusOf(server, cookie)).backup === null

/** As on the page: asks for one, and waits until it's over. */
const backUp = async (server: Server, cookie: string): Promise<SystemStatus> => {
  await callOk('POST', `${server.site}/api/admin/status/backup/now`, cookie)
  await expect.poll(() => isOver(server, cookie), { timeout: backupMs }).toBe(true)
  return statusOf(server, cookie)
}

const backupFindings = ({ findings }: SystemStatus): string[] =>
  (findings ?? []).flatMap(({ code }) => (code.startsWith('backup.') ? [code] : []))

/** Read from the database at most every 30 seconds. */
const provenAt = async ({ health }: Server): Promise<number> => {
  const text = await (await fetch(`${health}/metrics`)).text()
  return Number(/^pennant_backup_last_proven_timestamp_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}

const canGroup = (): boolean => {
  try {
    openControlGroup('cpu').close()
    return true
  } catch {
    return false
  }
}
const missing =
  notLinux ?? systemPostgresMissing() ?? skipReason(canGroup(), 'only root can make control groups')

describe.skipIf(missing !== null)(withSkipReason('the backups of a built server', missing), () => {
  it('are made before a game, proven, and deleted once they are old', { timeout: 900_000 }, async () => {
    const { backups, dataDir, temporary, sql, start, pennant } = await makeSite({
      PENNANT_BACKUP__EVERY: '1',
    })
    const byDoctor = async (): Promise<string[]> =>
      readDocument(await pennant('doctor', '--only', 'backup', '--json')).findings.map(({ code }) => code)

    const first = await start()
    const early = await adminAt(first)
    const asked = () => sql("select from setting where key = 'LastBackupRun'")
    await expect.poll(asked).toHaveLength(1)
    expect(backupFindings(await statusOf(first, early))).toEqual(['backup.never'])
    expect(await provenAt(first)).toBe(0)
    const body = new FormData()
    body.append('file', new Blob([await samplePng()], { type: 'image/png' }), 'avatar.png')
    const avatar = await fetch(`${first.site}/api/account/avatar`, {
      method: 'PUT',
      headers: { cookie: early },
      body,
    })
    expect(avatar.status).toBe(200)
    // From now on, a backup is due.
    const begun = Date.now()
    await callOk('POST', `${first.site}/api/edit/games`, early, {
      title: 'Soon',
      start: begun + 15 * minute,
      end: begun + 60 * minute,
    })
    await stopServer(first)
    await holdQuiet(sql)
    const ofOneDay = ['pennant-2020-01-01T000000Z.tar', 'pennant-2020-01-01T010000Z.tar']
    for (const name of ofOneDay) writeFileSync(path.join(backups, name), '')

    const server = await start()
    const admin = await adminAt(server)
    await expect.poll(() => provenAt(server), { timeout: backupMs }).toBeGreaterThanOrEqual(begun)
    await expect.poll(() => isOver(server, admin), { timeout: backupMs }).toBe(true)
    const status = await statusOf(server, admin)
    expect([backupFindings(status), await byDoctor()]).toEqual([[], []])
    expect(status.lastBackup).toBe(await provenAt(server))
    const [part] = status.parts.filter(({ part: name }) => name === 'backup')
    expect(await pennant('backup', 'list')).toMatch(
      new RegExp(`^pennant-2020-01-01T010000Z\\.tar .*\n${part?.kind} {2}.* {2}proven$`, 'm'),
    )
    expect(readdirSync(backups)).not.toContain(ofOneDay[0])

    const files = path.join(dataDir, 'files')
    const [file = ''] = readdirSync(files, { recursive: true })
      .map(String)
      .filter((name) => /[0-9a-f]{64}$/.test(name))
    renameSync(path.join(files, file), path.join(dataDir, 'taken-away'))
    const unproven = await backUp(server, admin)
    expect(unproven.findings).toContainEqual({
      ...{ code: 'backup.unproven', level: 'red' },
      values: [expect.stringContaining('was missing from the storage')],
    })
    expect([backupFindings(unproven), await byDoctor()]).toEqual([['backup.unproven'], ['backup.unproven']])
    expect(unproven.lastBackup).toBe(status.lastBackup)

    renameSync(path.join(dataDir, 'taken-away'), path.join(files, file))
    const again = await backUp(server, admin)
    expect(backupFindings(again)).toEqual([])
    expect(again.lastBackup).toBeGreaterThan(status.lastBackup ?? 0)
    expect([readdirSync(temporary), readdirSync(dataDir)]).toEqual([
      [],
      expect.not.arrayContaining(['backup-in-progress']),
    ])
    await stopServer(server)
  })

  it('are encrypted for the recipient of the settings, and opened with its identity', {
    timeout: 900_000,
  }, async () => {
    const { backups, temporary, sql, start, pennant } = await makeSite({
      PENNANT_BACKUP__RECIPIENT: ageKeys.recipient,
    })
    const server = await start()
    await holdQuiet(sql)
    const admin = await adminAt(server)
    const status = await backUp(server, admin)
    expect(backupFindings(status)).toEqual([])
    expect(status.lastBackup).toBe(await provenAt(server))
    const [part] = status.parts.filter(({ part: name }) => name === 'backup')
    expect(part?.kind).toMatch(/^pennant-\S+\.tar\.age$/)
    expect(readdirSync(backups).filter((name) => name.startsWith('pennant-'))).toEqual([
      part?.kind,
      `${part?.kind}.proof.json`,
    ])
    expect(readdirSync(temporary)).toEqual([])
    expect(await pennant('backup', 'list')).toMatch(/\.tar\.age {2}.* {2}proven$/m)

    const identity = path.join(temporary, 'key.txt')
    writeFileSync(identity, ageKeys.identity)
    expect(await pennant('backup', 'verify', 'latest', '--identity', identity)).toContain('is proven')
    rmSync(identity)
    expect(readdirSync(temporary)).toEqual([])
    await stopServer(server)
  })
})
