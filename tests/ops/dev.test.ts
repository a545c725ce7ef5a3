import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { databaseOf, isRunning, notLinux } from './database.ts'
import { launchServer, project, temporaryFolder } from './server.ts'

function running(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').includes(mark)
      } catch {
        return false
      }
    })
    .map(Number)
    .filter(isRunning)
}

describe.skipIf(notLinux)(withSkipReason('npm run dev', notLinux), { timeout: 180_000 }, () => {
  it('serves the client, hands its calls to the server, and ends all of it on Ctrl-C', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const mark = randomUUID()
    const { program, site } = await launchServer({
      dataDir,
      cwd: project,
      command: ['npm', 'run', 'dev'],
      env: { OPS_MARK: mark, NO_COLOR: '1' },
    })
    const [, client = ''] = await program.says(/client +\| .*Local: +(http:\S+?)\/?\n/, 60_000)
    await program.says(new RegExp(`server +\\| Pennant is ready at ${site}`), 120_000)

    const page = await fetch(`${client}/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<script')
    const direct = await fetch(`${site}/api/config`)
    const proxied = await fetch(`${client}/api/config`)
    expect(proxied.status).toBe(200)
    expect(await proxied.text()).toBe(await direct.text())
    expect(running(mark).length).toBeGreaterThan(3)

    program.signalGroup('SIGINT')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    expect(running(mark)).toEqual([])
    expect(databaseOf(dataDir)).toEqual([])
  })
})
