import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '../../ports/lock.ts'
import { pause, type Report, repeatTerms } from './campaign.ts'
import { createTurns } from './turns.ts'

/** What is needed of a `pg` client. */
export type LockClient = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** With `true` the connection is ended, not used again. */
  release(destroy?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  off(event: 'error' | 'end', listener: (error: Error) => void): unknown
}

export type PostgresLockSettings = {
  /**
   * A pool of its own, with direct connections (advisory locks belong to a server session): each campaign
   * keeps one connection for good, each name being locked takes one. Were it the pool that the locked work
   * uses, holders could wait for each other's connections for ever.
   */
  pool: { connect(): Promise<LockClient> }
  report?: Report
  /** Between two tries to become the leader, and before campaigning again. */
  retryMs?: number
  /** How often a leader's connection is tried, and how long it may take to answer. */
  beatMs?: number
  beatTimeoutMs?: number
}

/** One holder in all processes that share a database. */
export function postgresLock(settings: PostgresLockSettings): Lock {
  const { pool, report = () => undefined, retryMs = 2000, beatMs = 2000, beatTimeoutMs = 5000 } = settings
  // Waiting lines inside the process keep it at one connection per name.
  const turns = createTurns()
  const prepared = new WeakSet<LockClient>()

  const prepare = async (client: LockClient): Promise<void> => {
    if (prepared.has(client)) return
    await client.query(sessionSettings)
    prepared.add(client)
  }

  const term = async (
    name: string,
    lead: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    const client = await connectUnless(pool, signal)
    const held = guard(client)
    const either = AbortSignal.any([signal, held.lost])
    try {
      await prepare(client)
      // Trying again and again, instead of waiting inside PostgreSQL, leaves no statement open for days.
      while (!either.aborted && !(await tryLock(client, name))) await pause(retryMs, either)
      if (!either.aborted) {
        const stopBeat = beat(client, held.lose, beatMs, beatTimeoutMs)
        await lead(either).finally(stopBeat)
      }
      held.lost.throwIfAborted()
    } finally {
      // Unlocking first lets the next leader start at once, not when PostgreSQL has noticed the end.
      if (!held.lost.aborted) await unlock(client, name)
      client.release(true)
      held.stop()
    }
  }

  return {
    async exclusive(name, work) {
      const done = await turns.take(name)
      try {
        const client = await pool.connect()
        const held = guard(client)
        let sound = false
        try {
          await prepare(client)
          await client.query('SELECT pg_advisory_lock($1::bigint)', [lockKey(name)])
          try {
            return await work(held.lost)
          } finally {
            sound = !held.lost.aborted && (await unlock(client, name))
          }
        } finally {
          // Ending the connection unlocks whatever is still locked.
          client.release(!sound)
          held.stop()
        }
      } finally {
        done()
      }
    },
    async campaign(name, lead, signal) {
      await repeatTerms(name, () => term(name, lead, signal), retryMs, signal, report)
    },
  }
}

/** Stable for ever: processes of different releases must agree. */
export function lockKey(name: string): string {
  return createHash('sha256').update(`pennant:${name}`).digest().readBigInt64BE(0).toString()
}

/** A holder that was cut off must lose its lock soon, though not before a leader has noticed. Waiting has no end. */
const sessionSettings = `SELECT set_config('tcp_keepalives_idle', '15', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
  set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`

async function tryLock(client: LockClient, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1::bigint) AS locked', [lockKey(name)])
  return rows[0]?.['locked'] === true
}

/** False when the connection must be ended to unlock: it failed, or does not answer. */
async function unlock(client: LockClient, name: string): Promise<boolean> {
  const given = new AbortController()
  const answer = client
    .query('SELECT pg_advisory_unlock($1::bigint) AS unlocked', [lockKey(name)])
    .then(({ rows }) => rows[0]?.['unlocked'] === true)
    .catch(() => false)
  const late = wait(5000, false, { ref: false, signal: given.signal }).catch(() => false)
  return await Promise.race([answer, late]).finally(() => given.abort())
}

type Guard = { lost: AbortSignal; lose(reason: Error): void; stop(): void }

/** Watches a checked-out connection: nobody else listens to its errors. */
function guard(client: LockClient): Guard {
  const control = new AbortController()
  const lose = (reason: Error = new Error('the database connection of the lock ended')): void => {
    control.abort(reason)
  }
  client.on('error', lose)
  client.on('end', lose)
  return {
    lost: control.signal,
    lose,
    stop() {
      client.off('end', lose)
      client.off('error', lose)
    },
  }
}

/** Loses the lock when the connection does not answer in time: one that is cut off gives no sign at all. */
function beat(
  client: LockClient,
  lose: (reason: Error) => void,
  everyMs: number,
  withinMs: number,
): () => void {
  let answered = true
  let deadline: NodeJS.Timeout | undefined
  const timer = setInterval(() => {
    if (!answered) return
    answered = false
    deadline = setTimeout(
      () => lose(new Error('the database connection of the lock does not answer')),
      withinMs,
    )
    client.query('SELECT 1').then(() => {
      answered = true
      clearTimeout(deadline)
    }, lose)
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    clearTimeout(deadline)
  }
}

/** Does not outlive `signal`: a connection that comes too late goes back. */
function connectUnless(pool: PostgresLockSettings['pool'], signal: AbortSignal): Promise<LockClient> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    pool.connect().then(
      (client) => {
        signal.removeEventListener('abort', giveUp)
        if (signal.aborted) client.release()
        resolve(client)
      },
      (error: unknown) => {
        signal.removeEventListener('abort', giveUp)
        reject(error)
      },
    )
  })
}
