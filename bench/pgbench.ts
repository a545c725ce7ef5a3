import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Postgres } from './postgres.ts'

export type PgbenchJob = { script: string; clients: number; seconds: number }

export type PgbenchResult = { perSecond: number; rows: number }

export const pgbench = async (
  postgres: Postgres,
  { script, clients, seconds }: PgbenchJob,
): Promise<PgbenchResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-bench-'))
  try {
    const file = join(folder, 'script.sql')
    await chmod(folder, 0o755)
    await writeFile(file, script, { mode: 0o644 })
    const said = await postgres.program('pgbench', [
      ...['-n', '-f', file, '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)],
    ])
    const perSecond = Number(/tps = ([\d.]+) \(without initial/.exec(said)?.[1])
    const rows = Number(/transactions actually processed: (\d+)/.exec(said)?.[1])
    if (!(perSecond > 0) || !/failed transactions: 0 /.test(said)) throw new Error(`pgbench said: ${said}`)
    return { perSecond, rows }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
