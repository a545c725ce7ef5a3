import type { Containers, FoundContainer } from '../../ports/containers.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { atOnce } from './at-once.ts'
import type { Ending } from './end.ts'
import { logId } from './log-id.ts'
import type { EndStore } from './store-end.ts'
import { stopsAtOnce, type Sweep } from './sweep.ts'

type Needs = {
  store: Pick<EndStore, 'known' | 'takeRunning'>
  containers: Containers
  ending: Pick<Ending, 'stop' | 'span'>
  sweep: Sweep
  journal: Journal
}

type Known = Awaited<ReturnType<EndStore['known']>>[number]

/** Compares what is written down with what the provider has, both ways. */
export const createReconciliation = ({ store, containers, ending, sweep, journal }: Needs) => {
  let down = false

  /** Null while the provider cannot be asked; that is said once, and once that it can be asked again. */
  const look = async (): Promise<readonly FoundContainer[] | null> => {
    try {
      const found = await containers.list()
      if (down)
        journal.write({ message: 'Instances can be managed again', status: 'Success', name: 'System' })
      down = false
      return found
    } catch (error) {
      if (!down) {
        const message = 'Instances cannot be managed: what runs them does not answer'
        journal.write({ level: 'Warning', message, name: 'System', error })
      }
      down = true
      return null
    }
  }

  const complain = (what: string, runtimeId: string, error: unknown): void =>
    journal.write({ level: 'Error', message: `${what} (${runtimeId})`, name: 'System', error })

  /** It ran, and does not any more: nobody of ours stopped it. */
  const vanish = async (runtimeId: string): Promise<void> => {
    const row = await store.takeRunning(runtimeId, ending.span())
    if (row === undefined) return
    try {
      await ending.stop(row)
      const message = `Instance ${logId(row)} has ended by itself`
      journal.write({ level: 'Warning', message, name: 'System' })
    } catch (error) {
      complain('What is left of an instance that has ended could not be removed', runtimeId, error)
    }
  }

  const removeStray = async (runtimeId: string): Promise<void> => {
    try {
      await containers.destroy(runtimeId)
      const message = `A container that belongs to no instance was removed (${runtimeId})`
      journal.write({ level: 'Warning', message, name: 'System' })
    } catch (error) {
      complain('A container that belongs to no instance could not be removed', runtimeId, error)
    }
  }

  const compare = async (
    before: readonly Known[],
    found: readonly FoundContainer[],
    signal: AbortSignal,
  ): Promise<void> => {
    const running = new Set(found.flatMap((one) => (one.running ? [one.runtimeId] : [])))
    const vanished = before.flatMap(({ status, runtime_id: runtimeId }) =>
      status === 'Running' && runtimeId !== null && !running.has(runtimeId) ? [runtimeId] : [],
    )
    await atOnce(stopsAtOnce, vanished, vanish, signal)
    // A row is there before its container and until after it. What had none before we looked, and has none
    // now, is nobody's.
    const after = new Map((await store.known()).map((row) => [row.id, row]))
    const strays = found.flatMap(({ id, runtimeId }) => {
      const row = id === null ? undefined : after.get(id)
      const known = row !== undefined && (row.runtime_id === null || row.runtime_id === runtimeId)
      return known ? [] : [runtimeId]
    })
    await atOnce(stopsAtOnce, strays, removeStray, signal)
  }

  return {
    vanish,

    /** What is known is read before the provider is asked: what starts meanwhile is not missed there. */
    async reconcile(signal: AbortSignal): Promise<void> {
      if (containers.kind === 'none') return sweep(signal)
      const before = await store.known()
      const found = await look()
      if (found === null) return
      await sweep(signal)
      await compare(before, found, signal)
    },
  }
}
