import type { Presence } from '../../ports/lock.ts'
import { pause, type Report } from './campaign.ts'
import {
  beat,
  connectUnless,
  type Guard,
  guard,
  lockKey,
  type LockPool,
  prepare,
  tryLock,
} from './session.ts'

type Settings = {
  /** Direct connections, since advisory locks belong to a session. One is kept for good. */
  pool: LockPool
  report?: Report
  retryMs?: number
  beatMs?: number
  beatTimeoutMs?: number
}

const name = 'processes'

export function postgresPresence(settings: Settings): Presence {
  const { pool, report = () => undefined, retryMs = 2000, beatMs = 2000, beatTimeoutMs = 5000 } = settings
  const leaving = new AbortController()
  let staying: Promise<void> = Promise.resolve()

  const enter = async (alone: () => Promise<void>): Promise<{ left: Promise<void> }> => {
    const client = await connectUnless(pool, leaving.signal)
    const held = guard(client)
    const end = (): void => {
      held.stop()
      client.release(true)
    }
    try {
      await prepare(client)
      const first = await tryLock(client, name)
      if (first) await alone()
      await client.query('SELECT pg_advisory_lock_shared($1::bigint)', [lockKey(name)])
      if (first) await client.query('SELECT pg_advisory_unlock($1::bigint)', [lockKey(name)])
    } catch (error) {
      end()
      throw error
    }
    const stopBeat = beat(client, held.lose, beatMs, beatTimeoutMs)
    const left = untilEither(held, leaving.signal).finally(() => {
      stopBeat()
      end()
    })
    return { left }
  }

  // A process that was cut off is counted again, but by then has leases that must not be cleared.
  const stay = async (left: Promise<void>): Promise<void> => {
    await left
    while (!leaving.signal.aborted) {
      try {
        const again = await enter(async () => undefined)
        await again.left
      } catch (error) {
        if (leaving.signal.aborted) return
        report("couldn't count this process among the others", error)
        await pause(retryMs, leaving.signal)
      }
    }
  }

  return {
    async join(alone) {
      const { left } = await enter(alone)
      staying = stay(left)
    },
    async leave() {
      leaving.abort()
      await staying
    },
  }
}

const untilEither = ({ lost }: Guard, leaving: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const either = AbortSignal.any([lost, leaving])
    either.addEventListener('abort', () => resolve(), { once: true })
    if (either.aborted) resolve()
  })
