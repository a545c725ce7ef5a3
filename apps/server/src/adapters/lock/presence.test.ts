import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import {
  startSystemPostgres,
  systemPostgresMissing,
  type TestPostgres,
} from '../../../../../tests/kit/system-postgres.ts'
import type { Presence } from '../../ports/lock.ts'
import { postgresPresence } from './presence.ts'
import { lockKey } from './session.ts'

const missing = systemPostgresMissing()

describe.skipIf(missing !== null)(withSkipReason('the processes of an installation', missing), () => {
  let server: TestPostgres
  let observer: pg.Pool
  const opened: { presence: Presence; pool: pg.Pool }[] = []

  const open = (): Presence => {
    const pool = new pg.Pool({ connectionString: server.url(), max: 1 })
    pool.on('error', () => undefined)
    const presence = postgresPresence({ pool, retryMs: 20, beatMs: 50, beatTimeoutMs: 300 })
    opened.push({ presence, pool })
    return presence
  }
  const locks = async (): Promise<{ pid: number; mode: string; granted: boolean }[]> => {
    const { rows } = await observer.query<{ pid: number; mode: string; granted: boolean }>(
      `SELECT pid, mode, granted FROM pg_locks WHERE locktype = 'advisory'
       AND ((classid::bigint << 32) | objid::bigint) = $1::bigint`,
      [lockKey('processes')],
    )
    return rows
  }

  beforeAll(async () => {
    server = await startSystemPostgres()
    observer = new pg.Pool({ connectionString: server.url(), max: 1 })
  })
  afterEach(async () => {
    for (const { presence, pool } of opened.splice(0)) {
      await presence.leave()
      await pool.end()
    }
    await vi.waitFor(async () => {
      if ((await locks()).length > 0) throw new Error('someone is still there')
    }, patient)
  })
  afterAll(async () => {
    await observer.end()
    await server.stop()
  })

  it('know who is the only one: the first, and anyone who comes when the others have left', async () => {
    const alone = [
      vi.fn(async () => undefined),
      vi.fn(async () => undefined),
      vi.fn(async () => undefined),
    ] as const
    const [one, two] = [open(), open()]
    await one.join(alone[0])
    await two.join(alone[1])
    expect(alone.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
    await one.leave()
    await two.leave()
    await expect.poll(locks, patient).toEqual([])
    await open().join(alone[2])
    expect(alone.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1])
  })

  it('wait for the work of the first before they are in', async () => {
    let done = (): void => undefined
    const order: string[] = []
    const first = open().join(() => {
      order.push('first works')
      return new Promise((resolve) => (done = resolve))
    })
    await expect.poll(() => order, patient).toEqual(['first works'])
    const second = open()
      .join(async () => void order.push('second works'))
      .then(() => order.push('second is in'))
    await expect.poll(async () => (await locks()).filter(({ granted }) => !granted).length, patient).toBe(1)
    order.push('first is done')
    done()
    await Promise.all([first, second])
    expect(order).toEqual(['first works', 'first is done', 'second is in'])
  })

  it('are counted again after their connection has broken, and have not become the only one by that', async () => {
    const alone = vi.fn(async () => undefined)
    await open().join(alone)
    const [before] = await locks()
    await observer.query('SELECT pg_terminate_backend($1)', [before?.pid])
    await expect
      .poll(
        async () => (await locks()).filter(({ pid }) => pid !== before?.pid).map(({ mode }) => mode),
        patient,
      )
      .toEqual(['ShareLock'])
    expect(alone).toHaveBeenCalledTimes(1)
  })

  it('are not held up by work that fails', async () => {
    const failure = new Error('broken')
    await expect(open().join(() => Promise.reject(failure))).rejects.toBe(failure)
    const alone = vi.fn(async () => undefined)
    await expect.poll(locks, patient).toEqual([])
    await open().join(alone)
    expect(alone).toHaveBeenCalledTimes(1)
  })
})
