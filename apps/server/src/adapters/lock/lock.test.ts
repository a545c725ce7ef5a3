import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import {
  startSystemPostgres,
  systemPostgresMissing,
  type TestPostgres,
} from '../../../../../tests/kit/system-postgres.ts'
import type { Lock } from '../../ports/lock.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { memoryLock } from './memory.ts'
import { postgresLock } from './postgres.ts'

type Report = (message: string, error: unknown) => void

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

type Places = {
  locks: [Lock, Lock]
  refused(place: 0 | 1): Promise<void>
}

function behavesAsLock(openAll: (report?: Report) => Places): void {
  const open = (report?: Report): [Lock, Lock] => openAll(report).locks

  it('runs one piece of work at a time, and all of them', async () => {
    const locks = open()
    let inside = 0
    let most = 0
    const done = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? locks[0] : locks[1]).exclusive('one', async (lost) => {
          most = Math.max(most, ++inside)
          await wait(2)
          inside--
          expect(lost.aborted).toBe(false)
          return n
        }),
      ),
    )
    expect(done).toEqual(Array.from({ length: 12 }, (_, n) => n))
    expect(most).toBe(1)
  })

  it('does not hold up other names', async () => {
    const [a, b] = open()
    const answer = await a.exclusive('outer', () => b.exclusive('inner', async () => 'both'))
    expect(answer).toBe('both')
  })

  it('is free again after work that failed, which it passes on', async () => {
    const [a, b] = open()
    const failure = new Error('broken')
    await expect(a.exclusive('fails', () => Promise.reject(failure))).rejects.toBe(failure)
    await expect(
      a.exclusive('fails', () => {
        throw failure
      }),
    ).rejects.toBe(failure)
    expect(await b.exclusive('fails', async () => 'next')).toBe('next')
  })

  it('is attempted only where nobody holds it', async () => {
    const [a, b] = open()
    const work = vi.fn(async () => undefined)
    const refused = await a.exclusive('tried', () =>
      Promise.all([a.attempt('tried', work), b.attempt('tried', work), b.attempt('another', work)]),
    )
    expect(refused).toEqual([false, false, true])
    expect(work).toHaveBeenCalledTimes(1)
    expect(await b.attempt('tried', work)).toBe(true)
    await expect(a.attempt('tried', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await b.attempt('tried', work)).toBe(true)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('has one leader, who is followed when it steps down', async () => {
    const { locks, refused } = openAll()
    const [a, b] = locks
    const leaders: string[] = []
    let leading = 0
    const [stopA, stopB] = [new AbortController(), new AbortController()]
    const lead = (name: string) => async (signal: AbortSignal) => {
      leaders.push(name)
      expect(++leading).toBe(1)
      await untilAborted(signal)
      await turn()
      leading--
    }
    const campaignA = a.campaign('chief', lead('a'), stopA.signal)
    await vi.waitFor(() => expect(leaders).toEqual(['a']), 20_000)
    const campaignB = b.campaign('chief', lead('b'), stopB.signal)
    await refused(1)
    expect(leaders).toEqual(['a'])
    stopA.abort()
    await campaignA
    await vi.waitFor(() => expect(leaders).toEqual(['a', 'b']), 20_000)
    stopB.abort()
    await campaignB
    expect(leading).toBe(0)
  })

  it('keeps others out of the name a leader holds', async () => {
    const { locks, refused } = openAll()
    const [a, b] = locks
    const stop = new AbortController()
    let leads = false
    const campaign = a.campaign(
      'held',
      async (signal) => {
        leads = true
        await untilAborted(signal)
      },
      stop.signal,
    )
    await vi.waitFor(() => expect(leads).toBe(true), 20_000)
    let entered = false
    const work = b.exclusive('held', async () => {
      entered = true
    })
    await refused(1)
    expect(entered).toBe(false)
    stop.abort()
    await Promise.all([campaign, work])
    expect(entered).toBe(true)
  })

  it('starts again when leading fails or ends on its own, and reports the failure', async () => {
    const report = vi.fn<Report>()
    const [lock] = open(report)
    const stop = new AbortController()
    const failure = new Error('broken')
    let terms = 0
    await lock.campaign(
      'again',
      async () => {
        terms++
        if (terms === 1) throw failure
        if (terms === 3) stop.abort()
      },
      stop.signal,
    )
    expect(terms).toBe(3)
    expect(report.mock.calls).toEqual([[expect.stringContaining('again'), failure]])
  })

  it('does not lead when it was stopped before, and stops waiting when it is', async () => {
    const { locks, refused } = openAll()
    const [a, b] = locks
    const lead = vi.fn(async () => undefined)
    await a.campaign('never', lead, AbortSignal.abort())
    const stop = new AbortController()
    await b.exclusive('never', async () => {
      const campaign = a.campaign('never', lead, stop.signal)
      await refused(0)
      stop.abort()
      await campaign
    })
    expect(lead).not.toHaveBeenCalled()
    expect(await a.exclusive('never', async () => 'free')).toBe('free')
  })
}

describe('the memory lock', () => {
  behavesAsLock((report) => {
    const lock = memoryLock(report, 10)
    return { locks: [lock, lock], refused: () => turn() }
  })
})

const missing = systemPostgresMissing()

describe.skipIf(missing !== null)(withSkipReason('the PostgreSQL lock', missing), () => {
  let server: TestPostgres
  const pools: pg.Pool[] = []
  beforeAll(async () => {
    server = await startSystemPostgres()
  })
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.end()))
  })
  afterAll(() => server.stop())

  const open = (name: string, report?: Report): Lock => {
    const pool = new pg.Pool({ connectionString: server.url(), application_name: name })
    pools.push(pool)
    return postgresLock({ pool, ...(report && { report }), retryMs: 20 })
  }
  let opened = 0
  behavesAsLock((report) => {
    const names = [`place ${++opened}`, `place ${++opened}`] as const
    return {
      locks: [open(names[0], report), open(names[1], report)],
      async refused(place) {
        const observer = new pg.Pool({ connectionString: server.url() })
        pools.push(observer)
        const { rows: before } = await observer.query('select clock_timestamp()::text as now')
        const isRefused = async (): Promise<boolean> => {
          const { rowCount } = await observer.query(
            `select from pg_stat_activity where application_name = $1
             and ((query like '%pg_advisory_lock%' and wait_event = 'advisory')
               or (query like '%pg_try_advisory_lock%' and state = 'idle' and query_start > $2::timestamptz))`,
            [names[place], before[0].now],
          )
          return rowCount === 1
        }
        await vi.waitFor(async () => {
          if (!(await isRefused())) throw new Error('it was not refused')
        }, patient)
      },
    }
  })
})
