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
  /** Direct connections, and not the pool of the locked work, or holders might wait for each other forever. */
  pool: LockPool
  report?: Report
  retryMs?: number
  beatMs?: number
  beatTimeoutMs?: number
}

export function postgresLock(settings: PostgresLockSettings): Lock {
  const { pool, report = () => undefined, retryMs = 2000, beatMs = 2000, beatTimeoutMs = 5000 } = settings
  // Queues in the process keep it at one connection per name.
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
    let locked = false
    try {
      await prepareOnce(client)
      // Polling instead of waiting in PostgreSQL leaves no statement open for days.
      while (!either.aborted && !locked) {
        locked = await tryLock(client, name)
        if (!locked) await pause(retryMs, either)
      }
      if (!either.aborted) {
        const stopBeat = beat(client, held.lose, beatMs, beatTimeoutMs)
        await lead(either).finally(stopBeat)
      }
      held.lost.throwIfAborted()
    } finally {
      // Unlocking first lets the next leader start immediately, before PostgreSQL notices the end.
      if (locked && !held.lost.aborted) await unlock(client, name)
      client.release(true)
      held.stop()
    }
  }

  // Undefined if it isn't taken.
  const whileHeld = async <T>(
    name: string,
    take: (client: LockClient) => Promise<boolean>,
    work: (lost: AbortSignal) => Promise<T>,
  ): Promise<{ value: T } | undefined> => {
    const client = await pool.connect()
    const held = guard(client)
    let sound = false
    try {
      await prepareOnce(client)
      if (!(await take(client))) {
        sound = !held.lost.aborted
        return undefined
      }
      try {
        return { value: await work(held.lost) }
      } finally {
        sound = !held.lost.aborted && (await unlock(client, name))
      }
    } finally {
      // Ending the connection releases remaining locks.
      client.release(!sound)
      held.stop()
    }
  }

  return {
    async exclusive(name, work) {
      const done = await mutex.acquire(name)
      try {
        const wait = async (client: LockClient): Promise<boolean> => {
          await client.query('SELECT pg_advisory_lock($1::bigint)', [lockKey(name)])
          return true
        }
        const result = await whileHeld(name, wait, work)
        if (result === undefined) throw new Error(`the lock ${name} was not taken`)
        return result.value
      } finally {
        done()
      }
    },
    async attempt(name, work) {
      const done = mutex.attempt(name)
      if (done === null) return false
      try {
        return (await whileHeld(name, (client) => tryLock(client, name), work)) !== undefined
      } finally {
        done()
      }
    },
    async campaign(name, lead, signal) {
      await repeatTerms(name, () => term(name, lead, signal), retryMs, signal, report)
    },
  }
}
