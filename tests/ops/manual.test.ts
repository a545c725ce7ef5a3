import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SystemStatus } from '@pennant/contract/status'
import { tunnelVersion } from '@pennant/contract/tunnel'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { manualBlocks, manualCode, manualText } from '../kit/manual.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { cookieOf, logIn, post, register } from './client.ts'
import { notLinux } from './database.ts'
import { callOk } from './game.ts'
import { startDatabase } from './installation.ts'
import { runProgram } from './program.ts'
import { plainEnvironment, project, startServer, stopServer, temporaryFolder } from './server.ts'

const run = promisify(execFile)
const page = 'operator/backup.md'
const word = 'Str0ng-Enough'
const admin = { PENNANT_ADMINPASSWORD: word }

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
const noCurl = skipReason(has('curl'), 'curl is not installed')
const noBackup = notLinux ?? systemPostgresMissing() ?? noCurl

describe.skipIf(noBackup !== null)(withSkipReason('the backup of the manual', noBackup), () => {
  it('holds everything, is told to the status page, and becomes an installation again', async () => {
    const postgres = await startDatabase()
    await run(path.join(postgres.bin, 'createdb'), [`--maintenance-db=${postgres.url()}`, 'pennant'])
    const env = { ...admin, DATABASE_URL: postgres.url('pennant') }
    const server = await startServer({ dataDir: path.join(temporaryFolder(), 'data'), env })
    expect((await register(server.site, 'somebody')).status).toBe(200)
    const cookie = cookieOf(await logIn(server.site, 'Admin', word))
    const made = await post(`${server.site}/api/tokens`, { name: 'backup', scopes: ['Platform'] }, cookie)
    const { token } = (await made.json()) as { token: string }
    const status = (): Promise<SystemStatus> => callOk('GET', `${server.site}/api/admin/status`, cookie)
    expect((await status()).warnings.map(({ code }) => code)).toContain('backup.never')

    const script = await manualCode("Use the database's own tools", 'sh', page)
    const folder = temporaryFolder()
    const environment = plainEnvironment({
      PATH: `${postgres.bin}:${process.env['PATH']}`,
      DATABASE_URL: postgres.url('pennant'),
      TOKEN: token,
    })
    const backUp = (database: string) =>
      run('sh', ['-c', script.replace('https://ctf.example', server.site)], {
        cwd: folder,
        env: { ...environment, DATABASE_URL: postgres.url(database) },
      })
    await expect(backUp('nowhere')).rejects.toThrow('nowhere')
    expect((await status()).warnings.map(({ code }) => code)).toContain('backup.never')
    await backUp('pennant')
    const after = await status()
    expect(after.warnings.map(({ code }) => code)).not.toContain('backup.never')
    const [dump = ''] = readdirSync(folder).filter((name) => name.endsWith('.dump'))
    expect(after.parts.find(({ part }) => part === 'backup')).toMatchObject({ kind: dump })
    await stopServer(server)

    await run(path.join(postgres.bin, 'createdb'), [`--maintenance-db=${postgres.url()}`, 'again'])
    const restore = await manualCode('Restore a dump', 'bash', page)
    await run('sh', ['-c', restore.replace('FILE.dump', dump)], {
      cwd: folder,
      env: { ...environment, DATABASE_URL: postgres.url('again') },
    })
    const again = await startServer({
      dataDir: path.join(temporaryFolder(), 'data'),
      env: { DATABASE_URL: postgres.url('again') },
    })
    expect((await logIn(again.site, 'somebody')).status).toBe(200)
    expect((await logIn(again.site, 'Admin', word)).status).toBe(200)
    await stopServer(again)
  })
})

describe.skipIf(notLinux)(withSkipReason('a copy of the stopped data folder', notLinux), () => {
  it('is a backup where the built-in database is used', async () => {
    const folder = temporaryFolder()
    const dataDir = path.join(folder, 'data')
    const server = await startServer({ dataDir })
    expect((await register(server.site, 'somebody')).status).toBe(200)
    await stopServer(server)
    expect(existsSync(path.join(dataDir, 'postgres/elsewhere.json'))).toBe(false)
    await run('cp', ['-a', dataDir, path.join(folder, 'copy')])

    const again = await startServer({ dataDir: path.join(folder, 'copy') })
    expect((await logIn(again.site, 'somebody')).status).toBe(200)
    await stopServer(again)
  })
})

const noDownload = notLinux ?? noCurl

describe.skipIf(noDownload !== null)(
  withSkipReason('the commands of the tunnel’s manual', noDownload),
  () => {
    const getIt = async (): Promise<string[][]> =>
      (await manualBlocks('Download the tunnel', 'sh', 'tunnel.md')).map((block) => block.trim().split('\n'))

    // On its own port: the usual one may be taken.
    const expectServing = async (command: string, folder: string): Promise<void> => {
      const env = plainEnvironment({
        PENNANT_TUNNEL_HOME: path.join(folder, 'kept'),
        npm_config_cache: path.join(folder, 'npm'),
        npm_config_offline: 'true',
        npm_config_yes: 'true',
      })
      const program = runProgram('sh', ['-c', `exec ${command} --port 0`], { cwd: folder, env })
      onTestFinished(() => program.close())
      const [, address] = await program.says(/listening on (http:\/\/127\.0\.0\.1:\d+)/, 60_000)
      expect(await (await fetch(`${address}/version`)).json()).toEqual({ version: tunnelVersion })
      program.signalGroup('SIGTERM')
      await program.ended
    }

    it('bring it from the site', async () => {
      const server = await startServer({ dataDir: path.join(temporaryFolder(), 'data') })
      const [[download = '', serve = ''] = []] = await getIt()
      const folder = temporaryFolder()
      await run('sh', ['-c', download.replace('https://ctf.example', server.site)], { cwd: folder })
      await expectServing(serve, folder)
      await stopServer(server)
    })

    it('start it from the clone, and as a package', async () => {
      const [, ofClone = [], [npx = ''] = []] = await getIt()
      expect(ofClone[1]).toBe('npm run build -w @pennant/tunnel')
      const folder = temporaryFolder()
      await expectServing((ofClone.at(-1) ?? '').replace('apps/', `'${project}'/apps/`), folder)
      const pack = /`(npm pack -w \S+)`/.exec(await manualText('tunnel.md'))?.[1] ?? 'false'
      await run('sh', ['-c', `${pack} --pack-destination '${folder}'`], {
        cwd: project,
        env: plainEnvironment(),
      })
      await expectServing(npx, folder)
    })
  },
)
