import { createHash } from 'node:crypto'
import { within } from '../../kit/timeout.ts'

export type LockClient = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  release(destroy?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  off(event: 'error' | 'end', listener: (error: Error) => void): unknown
}

export type LockPool = { connect(): Promise<LockClient> }

/** Must never change: processes of different releases must agree. */
export function lockKey(name: string): string {
  return createHash('sha256').update(`pennant:${name}`).digest().readBigInt64BE(0).toString()
}

// Soon after a holder is cut off, but not before its leader has noticed. Waiting has no limit.
const sessionSettings = `SELECT set_config('tcp_keepalives_idle', '15', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
  set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`

export async function prepare(client: LockClient): Promise<void> {
  await client.query(sessionSettings)
}

export async function tryLock(client: LockClient, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1::bigint) AS locked', [lockKey(name)])
  return rows[0]?.['locked'] === true
}

/** False if the connection must be ended to unlock: it failed or doesn't answer. */
export async function unlock(client: LockClient, name: string): Promise<boolean> {
  const answer = client
    .query('SELECT pg_advisory_unlock($1::bigint) AS unlocked', [lockKey(name)])
    .then(({ rows }) => rows[0]?.['unlocked'] === true)
  return await within(5000, answer, () => new Error('no answer')).catch(() => false)
}

export type Guard = { lost: AbortSignal; lose(reason: Error): void; stop(): void }

/** Without it, errors of a checked-out connection are unhandled. */
export function guard(client: LockClient): Guard {
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

/** Gives up the lock if the connection doesn't answer in time: one that is cut off gives no sign. */
export function beat(
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
      () => lose(new Error("the database connection of the lock isn't responding")),
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

export function connectUnless(pool: LockPool, signal: AbortSignal): Promise<LockClient> {
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
