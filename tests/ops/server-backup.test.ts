import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { SystemStatus } from '@pennant/contract/status'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDocument } from '../kit/cli-document.ts'
import { samplePng } from '../kit/sample-image.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { cookieOf, logIn } from './client.ts'
import { notLinux } from './database.ts'
import { callOk, gameEnvironment } from './game.ts'
import {
  asRoot,
  main,
  plainEnvironment,
  type Server,
  startServer,
  stopServer,
  temporaryFolder,
} from './server.ts'

const run = promisify(execFile)

// Of `age-keygen`, for nothing but tests.
const ownIdentity = 'AGE-SECRET-KEY-10Z3M05CVEYTTAD0NHL2NTPMWRWY36HCRTWKAZ7HES6X0HHTK0RPQ6J0DV7'
const recipient = 'age167an3c6pg2l77qxx5tx9mqyw57c04y8j949fjazukz4235qs34yqtv3728'
const missing =
  notLinux ??
  skipReason(asRoot && spawnSync('mount', ['-V']).status === 0, 'only root can mount a small disk')

/** The place for backups, which is full as soon as it is filled. */
const smallDisk = (): { folder: string; fill(): void; empty(): void } => {
  const folder = path.join(temporaryFolder(), 'backups')
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,mode=700', 'none', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill() {
      // As much of it as there is room for.
      expect(() => writeFileSync(filler, Buffer.alloc(40_000_000))).toThrow('ENOSPC')
    },
    empty: () => rmSync(filler),
  }
}

/** What commands write, however they end. */
const commandsOn =
  (dataDir: string, env: NodeJS.ProcessEnv) =>
  (...words: string[]): Promise<string> =>
    run(process.execPath, [main, ...words], {
      cwd: '/',
      env: plainEnvironment({ ...env, PENNANT_DATA_DIR: dataDir, PENNANT_CONTAINER_PROVIDER__TYPE: 'None' }),
    }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    )

const statusOf = ({ site }: Server, cookie: string): Promise<SystemStatus> =>
  callOk('GET', `${site}/api/admin/status`, cookie)

/** As on the page: asks for one, and waits until it's over. */
const backUp = async (server: Server, cookie: string): Promise<SystemStatus> => {
  await callOk('POST', `${server.site}/api/admin/status/backup/now`, cookie)
  const isOver = async (): Promise<boolean> => (await statusOf(server, cookie)).backup === null
  await expect.poll(isOver, { timeout: 120_000, interval: 200 }).toBe(true)
  return statusOf(server, cookie)
}

const onPage = ({ findings }: SystemStatus): string[] =>
  (findings ?? []).flatMap(({ code }) => (code.startsWith('backup.') ? [code] : []))

describe.skipIf(missing !== null)(withSkipReason('the backups of a built server', missing), () => {
  it('are proven, or the page and the doctor say what is wrong with them', { timeout: 600_000 }, async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const disk = smallDisk()
    const env = { ...gameEnvironment, PENNANT_BACKUP__TO: disk.folder }
    const server = await startServer({ dataDir, env })
    const cookie = cookieOf(await logIn(server.site, 'Admin', gameEnvironment.PENNANT_ADMINPASSWORD))
    const pennant = commandsOn(dataDir, env)
    const byDoctor = async (): Promise<string[]> =>
      readDocument(await pennant('doctor', '--only', 'backup', '--json')).findings.map(({ code }) => code)
    const expectBoth = async (status: SystemStatus, codes: readonly string[]): Promise<void> => {
      expect([onPage(status), await byDoctor()]).toEqual([codes, codes])
    }

    const body = new FormData()
    body.append('file', new Blob([await samplePng()], { type: 'image/png' }), 'avatar.png')
    const avatar = await fetch(`${server.site}/api/account/avatar`, {
      method: 'PUT',
      headers: { cookie },
      body,
    })
    expect(avatar.status).toBe(200)
    await expectBoth(await statusOf(server, cookie), ['backup.never'])

    const begun = Date.now()
    const first = await backUp(server, cookie)
    await expectBoth(first, [])
    expect(first.lastBackup).toBeGreaterThanOrEqual(begun)
    const metrics = async (): Promise<number> => {
      const text = await (await fetch(`${server.health}/metrics`)).text()
      return Number(/^pennant_backup_last_proven_timestamp_seconds (\S+)$/m.exec(text)?.[1])
    }
    const provenAt = await metrics()
    expect(provenAt * 1_000).toBe(first.lastBackup)
    expect(await pennant('backup', 'list')).toMatch(/^pennant-\S+\.tar {2}.* {2}proven$/m)

    const files = path.join(dataDir, 'files')
    const [name = ''] = readdirSync(files, { recursive: true })
      .map(String)
      .filter((one) => /[0-9a-f]{64}$/.test(one))
    renameSync(path.join(files, name), path.join(dataDir, 'taken-away'))
    const unproven = await backUp(server, cookie)
    expect(unproven.findings).toContainEqual({
      ...{ code: 'backup.unproven', level: 'red' },
      values: [expect.stringContaining('was missing from the storage')],
    })
    await expectBoth(unproven, ['backup.unproven'])
    expect(unproven.lastBackup).toBe(first.lastBackup)
    expect(await metrics()).toBe(provenAt)
    renameSync(path.join(dataDir, 'taken-away'), path.join(files, name))

    disk.fill()
    await expectBoth(await backUp(server, cookie), ['backup.full', 'backup.target'])
    disk.empty()

    chmodSync(disk.folder, 0o755)
    const open = await backUp(server, cookie)
    expect(onPage(open)).toContain('backup.failed')
    expect(open.parts.find(({ part }) => part === 'backup')?.message).toContain('chmod 700')
    chmodSync(disk.folder, 0o700)

    const again = await backUp(server, cookie)
    await expectBoth(again, [])
    expect(again.lastBackup).toBeGreaterThan(first.lastBackup ?? 0)
    await stopServer(server)
  })

  it('are encrypted for the recipient of the settings, and restored elsewhere with its identity', async () => {
    const folder = temporaryFolder()
    const env = {
      ...gameEnvironment,
      PENNANT_SECRET_KEY: 'kept-apart-from-the-backups-and-the-machine',
      PENNANT_BACKUP__TO: path.join(folder, 'backups'),
      PENNANT_BACKUP__RECIPIENT: recipient,
    }
    const server = await startServer({ dataDir: path.join(folder, 'data'), env })
    const cookie = cookieOf(await logIn(server.site, 'Admin', gameEnvironment.PENNANT_ADMINPASSWORD))
    const status = await backUp(server, cookie)
    expect(onPage(status)).toEqual([])
    const [part] = status.parts.filter(({ part: name }) => name === 'backup')
    expect(part?.kind).toMatch(/^pennant-\S+\.tar\.age$/)
    await stopServer(server)

    const identity = path.join(folder, 'key.txt')
    writeFileSync(identity, ownIdentity)
    const dataDir = path.join(folder, 'elsewhere')
    const pennant = commandsOn(dataDir, { ...env, PENNANT_BACKUP__RECIPIENT: '' })
    expect(await pennant('backup', 'list')).toMatch(/\.tar\.age {2}.* {2}proven$/m)
    expect(await pennant('backup', 'verify', 'latest', '--identity', identity)).toContain('is proven')
    expect(await pennant('restore', 'proven', '--identity', identity)).toContain('1 games')
    const second = await startServer({ dataDir, env })
    expect((await logIn(second.site, 'Admin', gameEnvironment.PENNANT_ADMINPASSWORD)).status).toBe(200)
    await stopServer(second)
  })
})
