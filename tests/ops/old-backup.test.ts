import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { logIn } from './client.ts'
import { notLinux } from './database.ts'
import { main, plainEnvironment, startServer, stopServer, temporaryFolder } from './server.ts'

const run = promisify(execFile)
const folder = path.join(import.meta.dirname, 'backups')
const backups = readdirSync(folder).filter((name) => name.endsWith('.tar'))
const noPython = skipReason(spawnSync('python3', ['-V']).status === 0, 'Python 3 is not here')

describe.skipIf(notLinux)(withSkipReason('a backup of an older version', notLinux), () => {
  it.each(backups)('is proven by this one, and restored: %s', async (name) => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const key = { PENNANT_SECRETKEY_FILE: path.join(folder, 'key.txt') }
    const env = plainEnvironment({ ...key, PENNANT_DATADIR: dataDir, TMPDIR: temporaryFolder() })
    const pennant = (...words: string[]) => run(process.execPath, [main, ...words], { env, cwd: folder })
    expect((await pennant('backup', 'verify', `./${name}`)).stdout).toContain('is proven')
    expect((await pennant('restore', `./${name}`)).stdout).toContain('1 files')
    const server = await startServer({ dataDir, env: key })
    expect((await logIn(server.site, 'player0')).status).toBe(200)
    await stopServer(server)
  })

  it.skipIf(noPython)(
    withSkipReason('is offered on a terminal by a start without data', noPython),
    async () => {
      const dataDir = path.join(temporaryFolder(), 'data')
      mkdirSync(path.join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
      const beside = 'pennant-2026-01-02T030405Z.tar'
      copyFileSync(path.join(folder, backups.at(-1) ?? ''), path.join(dataDir, 'backups', beside))
      const { program, site } = await startServer({
        dataDir,
        env: { PENNANT_SECRETKEY_FILE: path.join(folder, 'key.txt') },
        command: ['python3', path.join(import.meta.dirname, 'terminal.py'), 'y', process.execPath, main],
      })
      expect(program.output()).toContain('There is a backup of 2026-01-02T03:04:05.000Z, not proven.')
      expect(program.output()).toContain(`Restore ${beside} and start from it? [y/N]`)
      expect((await logIn(site, 'player0')).status).toBe(200)
      program.signal('SIGTERM')
      await program.says(/Pennant has stopped/)
    },
  )
})
