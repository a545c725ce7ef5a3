import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import {
  startSystemPostgres,
  systemPostgresMissing,
  type TestPostgres,
} from '../../../../../tests/kit/system-postgres.ts'
import type { Lock } from '../../ports/lock.ts'
import { postgresLock } from './postgres.ts'
import { lockKey } from './session.ts'
import { freeze } from '../../../../../tests/kit/freeze.ts'

type Report = (message: string, error: unknown) => void

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

const missing = systemPostgresMissing()

describe.skipIf(missing !== null)(withSkipReason('a PostgreSQL lock', missing), () => {
  let server: TestPostgres
  let observer: pg.Pool
  const pools: pg.Pool[] = []

  const open = (report?: Report, max = 10): Lock => {
    const pool = new pg.Pool({ connectionString: server.url(), max, application_name: `lock${pools.length}` })
    pool.on('error', () => undefined)
    pools.push(pool)
    return postgresLock({ pool, ...(report && { report }), retryMs: 20, beatMs: 50, beatTimeoutMs: 300 })
  }
  const holders = async (name: string): Promise<number[]> => {
    const { rows } = await observer.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND ((classid::bigint << 32) | objid::bigint) = $1::bigint`,
      [lockKey(name)],
    )
    return rows.map(({ pid }) => pid)
  }

  beforeAll(async () => {
    server = await startSystemPostgres()
    observer = new pg.Pool({ connectionString: server.url() })
  }, 60_000)
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.end()))
  })
  afterAll(async () => {
    await observer.end()
    await server.stop()
  })

  it('makes the same key of a name in every release', () => {
    expect(lockKey('jobs')).toBe('-2796011729662998071')
    expect(lockKey('migration')).toBe('-2810918281301658350')
  })

  it('waits longer than statements may otherwise take', async () => {
    const hasty = new pg.Pool({ connectionString: server.url(), statement_timeout: 50 })
    pools.push(hasty)
    const order: string[] = []
    const [a, b] = [open(), postgresLock({ pool: hasty })]
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const first = a.exclusive('long', async () => {
      await released
      order.push('first')
    })
    await vi.waitFor(async () => expect(await holders('long')).toHaveLength(1), patient)
    const second = b.exclusive('long', async () => order.push('second'))
    const long = `SELECT FROM pg_stat_activity WHERE wait_event = 'advisory'
      AND clock_timestamp() - query_start > interval '100 milliseconds'`
    await vi.waitFor(async () => expect((await observer.query(long)).rowCount).toBe(1), patient)
    release()
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })

  it('leaves nothing locked and no connection taken', async () => {
    const lock = open()
    await lock.exclusive('left', async () => expect(await holders('left')).toHaveLength(1))
    const failing = lock.exclusive('left', async () => {
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    const stop = new AbortController()
    await lock.campaign('left', async () => stop.abort(), stop.signal)
    expect(await holders('left')).toEqual([])
    const pool = pools.at(-1)
    expect(pool?.totalCount).toBe(pool?.idleCount)
    expect(pool?.waitingCount).toBe(0)
  })

  it('unlocks nothing when it ends without having led', async () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const leading = open().campaign('waited for', untilAborted, first.signal)
    await vi.waitFor(async () => expect(await holders('waited for')).toHaveLength(1), patient)
    const notices: unknown[] = []
    const lock = open()
    pools.at(-1)?.on('connect', (client) => client.on('notice', ({ message }) => notices.push(message)))
    const waiting = lock.campaign('waited for', untilAborted, second.signal)
    const tries = `SELECT FROM pg_stat_activity
      WHERE application_name = $1 AND query LIKE '%pg_try_advisory_lock%'`
    await vi.waitFor(
      async () => expect((await observer.query(tries, [`lock${pools.length - 1}`])).rowCount).toBe(1),
      patient,
    )
    second.abort()
    await waiting
    expect(notices).toEqual([])
    first.abort()
    await leading
  })

  it('takes one connection for a name, however many wait for it', async () => {
    const lock = open(undefined, 2)
    const pool = pools.at(-1)
    let entered = 0
    await Promise.all(
      Array.from({ length: 20 }, () =>
        lock.exclusive('busy', async () => {
          entered++
          expect(await lock.exclusive(`other ${entered}`, async () => pool?.totalCount)).toBeLessThanOrEqual(
            2,
          )
        }),
      ),
    )
    expect(entered).toBe(20)
  })

  it('tells the leader at once when its connection is terminated, and leads again', async () => {
    const report = vi.fn<Report>()
    const lock = open(report)
    const stop = new AbortController()
    const terms: AbortSignal[] = []
    const campaign = lock.campaign(
      'cut',
      async (signal) => {
        terms.push(signal)
        await untilAborted(signal)
      },
      stop.signal,
    )
    await vi.waitFor(() => expect(terms).toHaveLength(1), 20_000)
    const [pid] = await holders('cut')
    await observer.query('SELECT pg_terminate_backend($1)', [pid])
    await vi.waitFor(() => expect(terms[0]?.aborted).toBe(true), 20_000)
    await vi.waitFor(() => expect(terms).toHaveLength(2), 20_000)
    expect(terms[1]?.aborted).toBe(false)
    expect(await holders('cut')).not.toContain(pid)
    expect(report.mock.calls[0]?.[0]).toContain('cut')
    stop.abort()
    await campaign
  })

  it('hands over to another process when the leader is terminated', async () => {
    const [a, b] = [open(), open()]
    const stop = new AbortController()
    let leading = 0
    const terms: string[] = []
    const lead = (who: string) => async (signal: AbortSignal) => {
      terms.push(who)
      leading++
      await untilAborted(signal)
      leading--
    }
    const campaigns = [a.campaign('over', lead('a'), stop.signal), b.campaign('over', lead('b'), stop.signal)]
    await vi.waitFor(() => expect(terms).toHaveLength(1), 20_000)
    await observer.query('SELECT pg_terminate_backend($1)', await holders('over'))
    await vi.waitFor(() => expect(terms).toHaveLength(2), 20_000)
    await vi.waitFor(() => expect(leading).toBe(1), patient)
    expect(await holders('over')).toHaveLength(1)
    stop.abort()
    await Promise.all(campaigns)
    expect(leading).toBe(0)
  })

  it('stops leading when the connection does not answer any more', async () => {
    const lock = open()
    const stop = new AbortController()
    const terms: AbortSignal[] = []
    const campaign = lock.campaign(
      'mute',
      async (signal) => {
        terms.push(signal)
        await untilAborted(signal)
      },
      stop.signal,
    )
    await vi.waitFor(() => expect(terms).toHaveLength(1), 20_000)
    const [pid = 0] = await holders('mute')
    freeze(pid)
    try {
      await vi.waitFor(() => expect(terms[0]?.aborted).toBe(true), 20_000)
      stop.abort()
      await campaign
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await vi.waitFor(async () => expect(await holders('mute')).toEqual([]), patient)
  })

  it('tells exclusive work that its lock is lost, and still ends well', async () => {
    const [a, b] = [open(), open()]
    const outcome = await a.exclusive('robbed', async (lost) => {
      await observer.query('SELECT pg_terminate_backend($1)', await holders('robbed'))
      await untilAborted(lost)
      return await b.exclusive('robbed', async () => 'another has it')
    })
    expect(outcome).toBe('another has it')
    expect(await a.exclusive('robbed', async () => 'ours again')).toBe('ours again')
  })

  it('goes on campaigning while the database is away, and stops when told', async () => {
    const pool = { connect: () => Promise.reject(new Error('no database')) }
    const report = vi.fn<Report>()
    const lock = postgresLock({ pool, report, retryMs: 5 })
    const stop = new AbortController()
    const campaign = lock.campaign('away', async () => undefined, stop.signal)
    await vi.waitFor(() => expect(report.mock.calls.length).toBeGreaterThan(2), patient)
    stop.abort()
    await campaign
    await expect(lock.exclusive('away', async () => undefined)).rejects.toThrow('no database')
  })

  it('does not hang on a connection that never comes when it is told to stop', async () => {
    const lock = postgresLock({ pool: { connect: () => new Promise(() => undefined) } })
    const stop = new AbortController()
    const campaign = lock.campaign('hangs', async () => undefined, stop.signal)
    stop.abort()
    await expect(campaign).resolves.toBeUndefined()
  })
})
