import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Db } from '../../ports/database.ts'
import type { JournalEntry } from '../../telemetry/journal.ts'
import { logId } from './log.ts'
import type { Progress } from './progress.ts'
import type { StoppingContainer, InstanceStore } from './store.ts'

export type StoppedInstances = {
  tell(id: string): void
  listen(listener: (id: string) => void): () => void
}

type Stopped = { id: string }

const stoppedTopic = 'instance.gone'

export const createStoppedInstances = (bus: Pick<Bus, 'publish' | 'subscribe'>): StoppedInstances => ({
  tell: (id) => bus.publish<Stopped>(stoppedTopic, { id }),
  listen: (listener) => bus.subscribe<Stopped>(stoppedTopic, ({ id }) => listener(id)),
})

export const cancelTopic = 'instance.cancel'
export type Cancel = { id: string }

// Longer than a stop takes: a process that isn't done by then has died.
const stopLeaseMs = 60_000
const lookEveryMs = 50
const looks = 200

type RecordStop = (tx: Db) => Promise<void>

export const createStopping = (
  { bus, clock, containers }: Pick<Core, 'bus' | 'clock' | 'containers'>,
  store: Pick<InstanceStore, 'take' | 'cancel' | 'isThere' | 'release' | 'delete' | 'unwanted'>,
  progress: Pick<Progress, 'tell'>,
) => {
  const stopped = createStoppedInstances(bus)

  const span = () => {
    const now = clock.now()
    return { now: new Date(now), until: new Date(now + stopLeaseMs) }
  }

  const cancel = (id: string): void => bus.publish<Cancel>(cancelTopic, { id })

  // The starting process may have died before it wrote the id.
  const runtimesOf = async ({ id, runtime_id, begun }: StoppingContainer): Promise<string[]> => {
    if (runtime_id !== null) return [runtime_id]
    if (!begun) return []
    return (await containers.list()).flatMap((found) => (found.id === id ? [found.runtimeId] : []))
  }

  // For a row that was taken. True if this call removed it; throws if it may still run.
  const stopTaken = async (row: StoppingContainer, record?: RecordStop): Promise<boolean> => {
    stopped.tell(row.id)
    try {
      for (const runtimeId of await runtimesOf(row)) await containers.destroy(runtimeId)
    } catch (error) {
      await store.release([row.id]).catch(() => undefined)
      throw error
    }
    if (!(await store.delete(row.id, record))) return false
    const { game_id: gameId, participation_id: participationId, challenge_id: challengeId } = row
    if (gameId !== null && participationId !== null && challengeId !== null)
      progress.tell({ gameId, participationId, challengeId }, 'Gone')
    return true
  }

  return {
    span,
    stopTaken,

    /** Waits while another process stops it. True if this call removed a running one; throws if it may still run. */
    async stop(id: string, record?: RecordStop): Promise<boolean> {
      for (let left = looks; left > 0; left--) {
        const row = await store.take(id, span())
        if (row !== undefined) return stopTaken(row, record)
        if (await store.cancel(id)) cancel(id)
        else if (!(await store.isThere(id))) return false
        await wait(lookEveryMs)
      }
      throw new Error("the process that stops it doesn't come to an end")
    },

    async cancelUnwanted(): Promise<void> {
      for (const id of await store.unwanted(new Date(clock.now()))) cancel(id)
    },
  }
}

export type Stopping = ReturnType<typeof createStopping>

const system = { name: 'System' }

export const stopOrRefuse = (
  { journal }: Pick<Core, 'journal'>,
  stopping: Pick<Stopping, 'stop'>,
  container: Parameters<typeof logId>[0],
  by: Pick<JournalEntry, 'name' | 'address'> = system,
  record?: RecordStop,
): Promise<boolean> =>
  stopping.stop(container.id, record).catch((error: unknown) => {
    const message = `Couldn't stop instance ${logId(container)}`
    journal.write({ level: 'Error', message, ...by, error })
    throw new Problem('instance.destroyFailed')
  })
