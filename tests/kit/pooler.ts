import { spawnSync } from 'node:child_process'
import { chown, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { runProxy } from './proxy-process.ts'
import { skipReason } from './skip-reason.ts'
import type { TestPostgres } from './system-postgres.ts'

export const poolerMissing = (): string | null =>
  skipReason(spawnSync('pgbouncer', ['--version']).status === 0, 'pgbouncer is not installed')

type Pooler = { url: string; stop(): Promise<void> }

export const startPooler = async (
  postgres: TestPostgres,
  mode: 'session' | 'transaction',
): Promise<Pooler> => {
  // Outside TMPDIR, which the account of PostgreSQL may not reach.
  const folder = await mkdtemp('/tmp/pennant-pooler-')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=${postgres.socketDir} port=${postgres.port} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'ignore_startup_parameters = extra_float_digits,statement_timeout',
  ]
  await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o644 })
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, 'postgres']).stdout.toString()),
    )
    await chown(folder, uid ?? 0, gid ?? 0)
  }
  const stop = await runProxy('pgbouncer', [...(isRoot ? ['-u', 'postgres'] : []), file], { folder, port })
  return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop }
}
