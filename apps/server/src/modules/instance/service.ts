import { Problem } from '@pennant/contract/problem'
import type { ContainerInstance } from '@pennant/contract/instance'
import type { Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Containers } from '../../ports/containers.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { presentInstance } from './present.ts'
import type { InstanceStore, StoppableContainer } from './store.ts'

type Needs = { store: InstanceStore; containers: Containers; clock: Clock; journal: Journal }
type Caller = { principal: Principal; address: string | null }

/** Stopping one takes seconds; this many are stopped at once. */
const stopsAtOnce = 4

export const createInstances = ({ store, containers, clock, journal }: Needs) => {
  const stop = async ({ id, runtime_id }: StoppableContainer): Promise<void> => {
    if (runtime_id !== null) await containers.destroy(runtime_id)
    await store.delete(id)
  }

  return {
    async list(): Promise<{ data: ContainerInstance[]; length: number; total: number }> {
      const data = (await store.all()).map(presentInstance)
      return { data, length: data.length, total: data.length }
    },

    async destroy(id: string, { principal, address }: Caller): Promise<void> {
      const container = await store.find(id)
      if (container === undefined) throw new Problem('instance.notFound')
      const fact = { name: principal.userName, address }
      await stop(container).catch((error: unknown) => {
        journal.write({
          level: 'Error',
          message: `Instance ${logId(container)} could not be stopped`,
          ...fact,
          error,
        })
        throw new Problem('instance.destroyFailed')
      })
      journal.write({ message: `Instance ${logId(container)} destroyed`, status: 'Success', ...fact })
    },

    /** Stops everything whose time is over. What cannot be stopped now is tried again the next time. */
    async sweep(signal?: AbortSignal): Promise<void> {
      const queue = (await store.expired(new Date(clock.now()))).values()
      const worker = async (): Promise<void> => {
        for (const container of queue) {
          if (signal?.aborted === true) return
          await stop(container).catch((error: unknown) =>
            journal.write({
              level: 'Error',
              message: `Expired instance ${logId(container)} could not be stopped`,
              name: 'System',
              error,
            }),
          )
        }
      }
      await Promise.all(Array.from({ length: stopsAtOnce }, worker))
    },
  }
}

export type Instances = ReturnType<typeof createInstances>

/** Whoever knows the whole id may connect, so that logs hold the first twelve digits only. */
const logId = ({ id, runtime_id }: StoppableContainer): string =>
  `${id.replaceAll('-', '').slice(0, 12)} (${runtime_id ?? 'not started'})`
