import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { cookieOf, logIn, register } from './client.ts'
import { databaseOf, notLinux } from './database.ts'
import { runProgram } from './program.ts'
import {
  main,
  plainEnvironment,
  project,
  type Server,
  startServer,
  stopServer,
  temporaryFolder,
  usedDataDir,
} from './server.ts'

const withoutLimits = { PENNANT_DISABLERATELIMIT: 'true' }

describe.skipIf(notLinux)(withSkipReason('starting the built server', notLinux), () => {
  it('prints its address and a link for the first administrator, and answers', async () => {
    const { program, site, health } = await startServer({ dataDir: path.join(temporaryFolder(), 'data') })
    expect(program.output()).toContain(`Pennant is ready at ${site}`)
    expect(program.output()).toMatch(new RegExp(`${site}/setup\\?token=\\S{20,}`))

    const config = await fetch(`${site}/api/config`)
    expect(config.status).toBe(200)
    expect(await config.json()).toHaveProperty('title')
    expect(await (await fetch(`${health}/healthz`)).text()).toBe('Healthy')
  })

  it('starts again on what it has, and knows everybody still', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const first = await startServer({ dataDir, env: withoutLimits })
    const registered = await register(first.site, 'somebody')
    expect(registered.status).toBe(200)
    await stopServer(first)

    const second = await startServer({ dataDir, env: withoutLimits })
    expect((await fetch(`${second.site}/api/config`)).status).toBe(200)
    const cookie = cookieOf(registered)
    const profile = await fetch(`${second.site}/api/account/profile`, { headers: { cookie } })
    expect(await profile.json()).toMatchObject({ userName: 'somebody' })
    const linkOf = ({ program }: Server): string | undefined =>
      /\/setup\?token=(\S+)/.exec(program.output())?.[1]
    expect(linkOf(first)).toBeDefined()
    expect(linkOf(second)).toBe(linkOf(first))
    expect((await logIn(second.site, 'somebody')).status).toBe(200)
    expect((await register(second.site, 'somebody')).status).toBe(400)
  })

  it('makes the administrator from the configured password and prints no link then', async () => {
    const dataDir = usedDataDir()
    const env = { PENNANT_ADMINPASSWORD: 'Str0ng-Enough' }
    const { program, site } = await startServer({ dataDir, env })
    expect(program.output()).not.toContain('/setup?token=')
    expect(program.output()).not.toContain('Str0ng-Enough')
    expect((await logIn(site, 'Admin', 'Str0ng-Enough')).status).toBe(200)
  })

  it('takes any free port for port 0 and prints which', async () => {
    const dataDir = usedDataDir()
    const { program } = await startServer({ dataDir, env: { PENNANT_PORT: '0', PENNANT_HEALTHPORT: '0' } })
    const [, site] = await program.says(/ready at (http:\S+)/)
    const [, healthPort] = await program.says(/metrics on port (\d+)/)
    expect((await fetch(`${site}/api/config`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${healthPort}/healthz`)).status).toBe(200)
  })

  it('starts through npm and stops with it', async () => {
    const dataDir = usedDataDir()
    const server = await startServer({ dataDir, cwd: project, command: ['npm', 'start'] })
    expect((await fetch(`${server.site}/api/config`)).status).toBe(200)
    await stopServer(server)
    expect(databaseOf(dataDir)).toEqual([])
  })
})

describe('asking for help', () => {
  it('prints the settings or the version and ends, without touching anything', async () => {
    for (const [flag, expected] of [
      ['--help', /--data-dir/],
      ['--version', /^\d+\.\d+\.\d+\n$/],
    ] as const) {
      const program = runProgram(process.execPath, [main, flag], { cwd: '/', env: plainEnvironment() })
      expect(await program.ended).toEqual({ code: 0, signal: null })
      expect(program.output()).toMatch(expected)
    }
  })
})
