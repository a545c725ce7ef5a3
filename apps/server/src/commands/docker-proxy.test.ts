import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../../../tests/kit/command.ts'
import type { TestDatabase } from '../../../../tests/kit/test-database.ts'

const nowhere = { address: { url: 'postgresql://nobody@127.0.0.1:1/none' } } as TestDatabase
const run = (argv: readonly string[], env: Record<string, string> = {}) =>
  runCommand({ database: nowhere }, ['docker-proxy', ...argv, '--json'], { env })

describe('the Docker proxy does not start', () => {
  it('without knowing which installation it serves', async () => {
    const { exit, stdout } = await run([], { PENNANT_SECRET_KEY: '' })
    expect(exit).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ code: 'installation.unknown' }] })
  })

  it('at the socket of the daemon', async () => {
    expect((await run(['--socket', '/run/x', '--docker', '/run/../run/x'])).exit).toBe(2)
  })

  it('in the place of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'file'), 'kept')
    const { exit, stdout } = await run(['--socket', join(folder, 'file')])
    expect(exit).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ code: 'socket.taken' }] })
  })
})
