import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SystemStatus } from '@pennant/contract/status'
import { ageKeys } from '../kit/age-keys.ts'
import { manualSteps } from '../kit/manual.ts'
import { redisMissing, startRedis } from '../kit/redis.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { cookieOf, logIn, register } from './client.ts'
import { notLinux } from './database.ts'
import { callOk, gameEnvironment, makeGame } from './game.ts'
import { startDatabase } from './installation.ts'
import {
  launchServer,
  main,
  plainEnvironment,
  type Server,
  startServer,
  stopServer,
  temporaryFolder,
} from './server.ts'

const run = promisify(execFile)
const program = `pennant() { '${process.execPath}' '${main}' "$@"; }`
const { identity, recipient } = ageKeys
const noSeveral = notLinux ?? systemPostgresMissing() ?? redisMissing()

const commandsOf = async (page: Parameters<typeof manualSteps>[0]): Promise<string[]> =>
  (await manualSteps(page)).filter(({ language }) => language === 'sh').map(({ code }) => code)
const settingsOf = async (page: Parameters<typeof manualSteps>[0]): Promise<Record<string, string>> => {
  const lines = (await manualSteps(page))
    .filter(({ language }) => language === 'ini')
    .flatMap(({ code }) => code.split('\n'))
  return Object.fromEntries(
    [...lines.join('\n').matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, key = '', value = '']) => [key, value]),
  )
}
const sh = (script: string, cwd: string, env: NodeJS.ProcessEnv = {}) =>
  run('sh', ['-c', `${program}\n${script}`], { cwd, env: plainEnvironment(env) })

describe.skipIf(notLinux)(
  withSkipReason('the pages about the key and the first administrator', notLinux),
  () => {
    it('make an installation with a key of its own, a name, and an administrator', async () => {
      const folder = temporaryFolder()
      const [create = '', show = '', remove = ''] = await commandsOf('operator/keys.md')
      // Run by tests/ops/deploy.
      expect(remove).toMatch(/^docker rm/)
      await sh(create, folder)
      const file = path.join(folder, 'secret-key')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const dataDir = path.join(folder, 'data')
      const key = await settingsOf('operator/keys.md')
      expect(Object.keys(key)).toEqual(['PENNANT_SECRET_KEY_FILE'])
      const named = await settingsOf('operator/administrator.md')
      const env = { PENNANT_SECRET_KEY_FILE: file, ...named, PENNANT_DISABLERATELIMIT: 'true' }
      const first = await startServer({ dataDir, env })
      const place = { ...env, PENNANT_DATA_DIR: dataDir }
      const shown = (await sh(show, folder, place)).stdout
      expect(shown).toMatch(/^secretKey = \[set\] .*PENNANT_SECRET_KEY_FILE/m)
      expect(shown).not.toContain(readFileSync(file, 'utf8').trim())

      const [link = '', admin = ''] = await commandsOf('operator/administrator.md')
      expect((await sh(link, folder, place)).stdout).toMatch(/\/setup\?token=/)
      const password = (await sh(admin, folder, place)).stdout.trim().split(/\s+/).at(-1)
      expect((await logIn(first.site, 'Ada', password)).status).toBe(200)
      const { title, slogan } = (await (await fetch(`${first.site}/api/config`)).json()) as Record<
        string,
        string
      >
      expect([title, slogan]).toEqual([named['PENNANT_PLATFORM__TITLE'], named['PENNANT_PLATFORM__SLOGAN']])
      expect(existsSync(path.join(dataDir, 'secret.key'))).toBe(false)
      await stopServer(first)
    })

    it('say what happens with another key', async () => {
      const dataDir = path.join(temporaryFolder(), 'data')
      const start = (key: string): Promise<Server> =>
        startServer({ dataDir, env: { ...gameEnvironment, PENNANT_SECRETKEY: key.repeat(32) } })
      const first = await start('a')
      const game = await makeGame(first.site, { teams: 1, challenges: 1 })
      const late = cookieOf(await register(first.site, 'late'))
      const { id } = await callOk<{ id: number }>('POST', `${first.site}/api/team`, late, { name: 'Late' })
      await stopServer(first)

      const second = await start('b')
      const profile = await fetch(`${second.site}/api/account/profile`, { headers: { cookie: game.admin } })
      expect(profile.status).toBe(401)
      const cookie = cookieOf(await logIn(second.site, 'late'))
      const joined = await fetch(`${second.site}/api/game/${game.id}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ teamId: id }),
      })
      expect(joined.ok).toBe(false)
      await stopServer(second)
    })
  },
)

describe.skipIf(noSeveral)(withSkipReason('the page about several servers', noSeveral), () => {
  it('makes one site of two', async () => {
    const [postgres, redis] = [await startDatabase(), await startRedis()]
    onTestFinished(() => redis.stop())
    const folder = temporaryFolder()
    const files = path.join(folder, 'files')
    mkdirSync(files)
    const given = await settingsOf('operator/several.md')
    const settings = {
      ...given,
      DATABASE_URL: postgres.url(),
      REDIS_URL: redis.url,
      PENNANT_SECRET_KEY_FILE: path.join(folder, 'key'),
      PENNANT_CONNECTION_STRINGS__STORAGE: given['PENNANT_CONNECTION_STRINGS__STORAGE']?.replace(
        '/srv/pennant/files',
        files,
      ),
      PENNANT_PUBLIC_URL: undefined,
      ...gameEnvironment,
    }
    expect(Object.keys(given)).toHaveLength(6)
    await sh('openssl rand -base64 32 > key', folder)
    const [command = ''] = await commandsOf('operator/several.md')
    const start = async (name: string): Promise<Server> => {
      const dataDir = path.join(folder, name)
      const words = command
        .replace('/var/lib/pennant', `'${dataDir}'`)
        .replace(/pennant\n?$/, `'${process.execPath}' '${main}'`)
      const server = await launchServer({
        dataDir,
        env: { ...settings, PENNANT_DATADIR: undefined },
        command: ['sh', '-c', `export ${words.replace("' '", "'; exec '")}`],
      })
      await server.program.says(/Pennant is ready at/, 60_000)
      return server
    }
    const servers = [await start('one'), await start('two')]
    const cookie = cookieOf(
      await logIn(servers[0]?.site ?? '', 'Admin', gameEnvironment.PENNANT_ADMINPASSWORD),
    )
    for (const { site } of servers) {
      const processes = async (): Promise<number> =>
        (await callOk<SystemStatus>('GET', `${site}/api/admin/status`, cookie)).processes.length
      await expect.poll(processes).toBe(2)
    }
    await Promise.all(servers.map(stopServer))
  })
})

describe.skipIf(notLinux)(withSkipReason('the page about logs', notLinux), () => {
  it('asks the health port', async () => {
    const server = await startServer({ dataDir: path.join(temporaryFolder(), 'data') })
    const [commands = ''] = await commandsOf('operator/logs.md')
    const { stdout } = await sh(
      commands.replaceAll('http://127.0.0.1:3000', server.health),
      temporaryFolder(),
    )
    expect(stdout).toContain('pennant_')
    await stopServer(server)
  })
})

describe.skipIf(notLinux)(withSkipReason('the page about backups', notLinux), () => {
  it('backs up a running server, proves it, and goes back to it', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const env = { ...gameEnvironment, PENNANT_DISABLERATELIMIT: 'true' }
    const first = await startServer({ dataDir, env })
    const game = await makeGame(first.site, { teams: 2, challenges: 1 })
    const boardOf = async (site: string): Promise<string> =>
      (await fetch(`${site}/api/game/${game.id}/scoreboard`)).text()
    const board = await boardOf(first.site)
    const [create = '', list = '', prune = '', encrypt = '', verify = '', ...restores] =
      await commandsOf('operator/backup.md')
    const [restore = '', replace = '', release = '', opened = '', proven = ''] = restores
    const place = { PENNANT_DATA_DIR: dataDir }
    const folder = temporaryFolder()
    const pennant = (command: string) => sh(command, folder, place)
    expect((await pennant(create)).stdout).toMatch(/^pennant-\S+\.tar: .* 1 scoreboards, proven in \d+ s$/m)
    expect((await pennant(list)).stdout).toMatch(/^pennant-\S+\.tar {2}.* {2}proven$/m)
    expect((await pennant(prune)).stdout).toContain('Nothing to delete')
    expect((await pennant(verify)).stdout).toContain('is proven')

    const backups = path.join(dataDir, 'backups')
    writeFileSync(path.join(folder, 'key.txt'), identity)
    const [seal = '', check = '', open = ''] = encrypt.replace('age1…', recipient).split('\n')
    const [sealed = ''] = (await pennant(seal)).stdout.split(':')
    expect(sealed).toMatch(/\.tar\.age$/)
    expect((await pennant(check)).stdout).toContain('is proven')
    await expect(
      pennant(open.replace('./FILE.tar.age', `'${path.join(backups, sealed)}'`)),
    ).rejects.toMatchObject({
      code: 4,
    })
    const aside = path.join(folder, sealed)
    renameSync(path.join(backups, sealed), aside)
    await expect(pennant(replace.replace(/$/m, ' --yes'))).rejects.toMatchObject({ code: 4 })
    const late = await register(first.site, 'late')
    expect(late.status).toBe(200)
    await stopServer(first)

    await expect(pennant(restore)).rejects.toMatchObject({ code: 4 })
    const unsealed = opened.replace('FILE.tar.age', `'${aside}'`).replace(/$/m, ' --yes')
    expect((await pennant(unsealed)).stdout).toMatch(/is now the database "pennant_before_\d+"/)
    expect((await pennant(replace.replace(/$/m, ' --yes'))).stdout).toMatch(
      /is now the database "pennant_before_\d+"/,
    )
    expect((await pennant(proven.replace(/$/m, ' --yes'))).stdout).toContain('What came after that is lost.')
    expect((await pennant(release)).stdout).toContain('Released')
    const again = await startServer({ dataDir, env })
    expect(await boardOf(again.site)).toBe(board)
    expect((await logIn(again.site, 'late')).ok).toBe(false)
    expect((await logIn(again.site, 'Admin', gameEnvironment.PENNANT_ADMINPASSWORD)).status).toBe(200)
    await stopServer(again)
  })
})

describe.skipIf(notLinux)(withSkipReason('the page about a game day', notLinux), () => {
  it('has the commands of the page about the doctor, operator/doctor.md', async () => {
    const [gameDay, ofDoctor] = [
      await commandsOf('operator/game-day.md'),
      await commandsOf('operator/doctor.md'),
    ]
    expect(ofDoctor).not.toEqual([])
    for (const command of ofDoctor) expect(gameDay).toContain(command)
  })

  it('has commands that work on a running server, in its order', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const server = await startServer({
      dataDir,
      env: { ...gameEnvironment, PENNANT_DISABLERATELIMIT: 'true' },
    })
    const game = await makeGame(server.site, { teams: 1, challenges: 1 })
    await register(server.site, 'Grace')
    const place = { PENNANT_DATA_DIR: dataDir }
    const folder = temporaryFolder()
    // The doctor ends with 1 for what it finds here: no second administrator, no proxy, no mail server.
    const say = async (command: string): Promise<string> => {
      const given = command
        .replaceAll('http://127.0.0.1:3000', server.health)
        .replace('--game 7', `--game ${game.id} --skip place`)
      const { stdout, stderr } = await sh(given, folder, place).catch((error: unknown) => {
        const ended = error as { code: number; stdout: string; stderr: string }
        if (!command.startsWith('pennant doctor') || ended.code !== 1) throw error
        return ended
      })
      return stdout + stderr
    }
    const said: string[] = []
    const commands = (await commandsOf('operator/game-day.md')).flatMap((code) => code.trim().split('\n'))
    for (const command of commands) said.push(`${command}\n${await say(command)}`)
    const expected = [
      /^pennant doctor\n[^]*Red: don't open yet/,
      /The settings are valid/,
      /^databasePool|^backup/m,
      /proven in \d+ s/,
      / {2}proven$/m,
      /./,
      /--deep[^]*no mail server is set up/,
      /readyz/,
      /--quiet\n[^]*Red/,
      /^pennant_/m,
      /Grace/,
      /proven in \d+ s/,
      /proven in \d+ s/,
      /is proven/,
      /./,
    ]
    expect(said).toHaveLength(expected.length)
    for (const [at, what] of expected.entries()) expect(said[at]).toMatch(what)
    await stopServer(server)
  })
})
