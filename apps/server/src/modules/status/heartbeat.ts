import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Core } from '../../core/core.ts'
import type { Installation } from './installation.ts'
import type { ProcessRow } from '../../ports/tables/status.ts'
import type { StatusStore } from './store.ts'
import { timed } from '../../kit/timeout.ts'

const everyMs = 15_000
// A process that is silent for so long has ended without notice.
export const silentMs = 40_000
const forgottenMs = 3_600_000
const farewellMs = 1_000

export const createHeartbeat = (
  { clock }: Pick<Core, 'clock'>,
  store: Pick<StatusStore, 'beat' | 'forget' | 'leave' | 'processes'>,
  { version, facts, machine }: Pick<Installation, 'facts' | 'machine' | 'version'>,
) => {
  const id = randomUUID()
  const startedAt = new Date(clock.now())
  let elected = false
  let commitMs: number | null = null

  const own = async (): Promise<ProcessRow> => {
    const openFiles = await machine.openFiles()
    const { memoryMb, loopDelayMs, hubClients, load } = facts()
    return {
      id,
      seen_at: new Date(clock.now()),
      started_at: startedAt,
      elected,
      memory_mb: memoryMb,
      loop_delay_ms: loopDelayMs,
      hub_clients: hubClients,
      program: version,
      load: { ...load, commitMs, openFiles, memoryBytes: machine.memoryBytes() },
    }
  }
  const beat = async (): Promise<void> => {
    const row = await own()
    const began = performance.now()
    await store.beat(row)
    commitMs = Math.round(performance.now() - began)
    await store.forget(new Date(clock.now() - forgottenMs))
  }

  return {
    id,
    startedAt,
    lead(leads: boolean): void {
      elected = leads
    },

    async processes(): Promise<readonly ProcessRow[]> {
      const since = Math.max(clock.now() - silentMs, startedAt.getTime())
      const others = (await store.processes(new Date(since))).filter((other) => other.id !== id)
      return [await own(), ...others]
    },

    /** Until `signal` aborts. The next beat makes up for one that fails. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await beat().catch(() => undefined)
        await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
      await timed(farewellMs, () => store.leave(id))
    },
  }
}

export type Heartbeat = ReturnType<typeof createHeartbeat>
