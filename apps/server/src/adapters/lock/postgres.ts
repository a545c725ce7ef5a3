import type { Lock } from '../../ports/lock.ts'
import { pause, type Report, repeatTerms } from './campaign.ts'
import {
  beat,
  connectUnless,
  guard,
  lockKey,
  type LockClient,
  type LockPool,
  prepare,
  tryLock,
  unlock,
} from './session.ts'
import { createNamedMutex } from '../../kit/mutex.ts'

export type PostgresLockSettings = {
  /**
   * A pool of its own, with direct connections (advisory locks belong to a server session): each campaign
   * keeps one connection for good, each name being locked takes one. Were it the pool that the locked work
   * uses, holders could wait for each other's connections for ever.
   */
  pool: LockPool
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
  const mutex = createNamedMutex()
  const prepared = new WeakSet<LockClient>()

  const prepareOnce = async (client: LockClient): Promise<void> => {
    if (prepared.has(client)) return
    await prepare(client)
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
      await prepareOnce(client)
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
      const done = await mutex.acquire(name)
      try {
        const client = await pool.connect()
        const held = guard(client)
        let sound = false
        try {
          await prepareOnce(client)
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
