import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { logIn } from './client.ts'
import { notLinux } from './database.ts'
import { main, plainEnvironment, startServer, stopServer, temporaryFolder } from './server.ts'

const run = promisify(execFile)
const folder = path.join(import.meta.dirname, 'backups')
const backups = readdirSync(folder).filter((name) => name.endsWith('.tar'))

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
})
