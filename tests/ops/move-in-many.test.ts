import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { fixture } from '../kit/compatible-fixture.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { notLinux } from './database.ts'
import { startDatabase } from './installation.ts'
import { main, plainEnvironment, temporaryFolder } from './server.ts'

const run = promisify(execFile)
const reason = notLinux ?? systemPostgresMissing()
const mostMegabytes = 512

/** Of the process so far. Null once it has ended. */
const peakOf = (pid: number | undefined): number | null => {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

describe.skipIf(reason !== null)(withSkipReason('moving in 1,000,000 submissions', reason), () => {
  it('takes less than 512 MB, and proves the scoreboards', { timeout: 3_600_000 }, async () => {
    const postgres = await startDatabase()
    for (const name of ['theirs', 'ours'])
      await run(path.join(postgres.bin, 'createdb'), [`--maintenance-db=${postgres.url()}`, name])
    for (const file of [path.join(fixture, 'database.sql'), path.join(fixture, '../compatible-many.sql')])
      await run(path.join(postgres.bin, 'psql'), [
        ...['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', postgres.url('theirs'), '-f', file],
      ])
    const flags = [
      ...['--yes', '--json', '--from', postgres.url('theirs'), '--files', path.join(fixture, 'files')],
      ...['--settings', path.join(fixture, 'settings.json')],
    ]
    const env = { DATABASE_URL: postgres.url('ours'), PENNANT_DATA_DIR: path.join(temporaryFolder(), 'data') }
    const child = spawn(process.execPath, [main, 'move-in', ...flags], { env: plainEnvironment(env) })
    let [peak, stdout] = [0, '']
    child.stderr.on('data', () => {
      peak = Math.max(peak, peakOf(child.pid) ?? 0)
    })
    child.stdout.on('data', (text: Buffer) => {
      peak = Math.max(peak, peakOf(child.pid) ?? 0)
      stdout += text.toString()
    })
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(3)
    const { result } = JSON.parse(stdout) as {
      result: { tables: { table: string; carried: number }[]; boards: { difference: string | null }[] }
    }
    const carried = new Map(result.tables.map((one) => [one.table, one.carried]))
    expect(carried.get('AspNetUsers')).toBe(100_034)
    expect(carried.get('Submissions')).toBe(1_000_192)
    expect(result.boards.map(({ difference }) => difference)).toEqual([null, null, null])
    expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThan(mostMegabytes)
  })
})
