import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../kit/free-port.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { manualText } from '../kit/manual.ts'
import { redisMissing, startRedis } from '../kit/redis.ts'
import { databaseOf, notLinux } from './database.ts'
import {
  ordinaryAccount,
  launchServer,
  main,
  ordinaryAccountMissing,
  type Server,
  startServer,
  temporaryFolder,
  usedDataDir,
} from './server.ts'

const noAccount = ordinaryAccountMissing(main)
const noRedis = redisMissing()

async function refusalOf({ program }: Server): Promise<string> {
  expect(await program.ended).toEqual({ code: 1, signal: null })
  const output = program.output()
  expect(output).toContain("Pennant didn't start: ")
  expect(output).not.toMatch(/^\s+at /m)
  expect(output).not.toContain('ready at')
  return output
}

async function isExplained(output: string): Promise<boolean> {
  const rows = await manualText('operator/troubleshooting.md')
  const said = [...rows.matchAll(/\| ([A-Z][^|]*?) \|(?= [A-Z])/g)].map(([, words = '']) => words)
  return said.some((words) => new RegExp(words.split('…').join('.*')).test(output))
}

async function occupy(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
}

describe.skipIf(notLinux)(withSkipReason('the server refuses to start', notLinux), () => {
  it.each([
    ['PENNANT_PORT', 'PENNANT_PORT'],
    ['PENNANT_HEALTHPORT', 'PENNANT_HEALTH_PORT'],
  ])('when the port of %s is taken, naming the variable as the manual does', async (variable, name) => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const port = await freePort()
    await occupy(port)
    const output = await refusalOf(await launchServer({ dataDir, env: { [variable]: String(port) } }))
    expect(output).toContain(`Port ${port} is in use`)
    expect(await isExplained(output)).toBe(true)
    expect(output).toContain(`Set ${name} `)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('on a data folder that another one uses, naming that one, which goes on', async () => {
    const dataDir = usedDataDir()
    const first = await startServer({ dataDir })
    const output = await refusalOf(await launchServer({ dataDir }))
    expect(output).toContain(dataDir)
    expect(output).toContain(String(first.program.pid))
    expect(output).toContain(first.site)
    expect(await isExplained(output)).toBe(true)
    expect((await fetch(`${first.site}/api/config`)).status).toBe(200)
  })

  it.skipIf(noAccount)(
    withSkipReason('on a data folder that it may not write, naming the folder and the setting', noAccount),
    async () => {
      const folder = temporaryFolder()
      const dataDir = path.join(folder, 'data')
      mkdirSync(dataDir)
      chmodSync(folder, 0o755)
      chmodSync(dataDir, 0o555)
      const output = await refusalOf(await launchServer({ dataDir, ...ordinaryAccount }))
      expect(output).toContain(dataDir)
      expect(output).toContain('PENNANT_DATA_DIR')
      expect(readdirSync(dataDir)).toEqual([])
    },
  )

  it('on a data folder that is a file', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    writeFileSync(dataDir, 'mine')
    expect(await refusalOf(await launchServer({ dataDir }))).toContain(dataDir)
  })

  it('with all faults of its settings at once, and without the secrets in them', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const settings = path.join(path.dirname(dataDir), 'settings.json')
    writeFileSync(settings, '{"sessionDays": 0, "emailConfig": {"smtp": {"prot": 25}}}')
    const env = {
      PENNANT_CONFIG: settings,
      PENNANT_PROT: '8080',
      PENNANT_HEALTHPORT: 'many',
      PENNANT_DISABLERATELIMIT: 'perhaps',
      PENNANT_CONNECTIONSTRINGS__DATABASE: 'mysql://root:hunter2@db/pennant',
    }
    const output = await refusalOf(await launchServer({ dataDir, env }))
    for (const fault of [
      'sessionDays',
      'prot',
      'PENNANT_PROT',
      'PENNANT_HEALTHPORT',
      'PENNANT_DISABLERATELIMIT',
    ])
      expect(output).toContain(fault)
    expect(output).toContain('PENNANT_CONNECTIONSTRINGS__DATABASE')
    expect(output).not.toContain('hunter2')
    expect(await isExplained(output)).toBe(true)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('when its database cannot be reached, without printing the password', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const url = `postgresql://pennant:hunter2@127.0.0.1:${await freePort()}/pennant`
    const output = await refusalOf(await launchServer({ dataDir, env: { DATABASE_URL: url } }))
    expect(output).toMatch(/database/i)
    expect(output).not.toContain('hunter2')
  })

  it.skipIf(noRedis)(
    withSkipReason('when the host of a proxy cannot be found, though Redis is connected', noRedis),
    async () => {
      const redis = await startRedis()
      onTestFinished(redis.stop)
      const dataDir = path.join(temporaryFolder(), 'data')
      const env = { REDIS_URL: redis.url, PENNANT_FORWARDEDOPTIONS__KNOWNPROXIES__0: 'proxy.invalid' }
      const { program } = await launchServer({ dataDir, env })
      expect(await program.ended).toEqual({ code: 1, signal: null })
      expect(program.output()).toContain('proxy.invalid')
      expect(databaseOf(dataDir)).toEqual([])
    },
  )
})
