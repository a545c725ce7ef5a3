import type { Core } from '../../core/core.ts'
import type { GamePart } from '../../core/game/change.ts'
import type { JournalEntry } from '../../telemetry/journal.ts'
import type { Stopping } from './stop.ts'
import { logId, describeInstance } from './log.ts'
import type { ProviderState } from './provider-state.ts'
import type { DueContainer, StoppingContainer, InstanceStore } from './store.ts'

/** Stopping one takes seconds. */
export const stopsAtOnce = 8

// Reported after the second failure: the first may be due to a short outage of the provider.
export const createSweep = (
  { journal }: Pick<Core, 'journal'>,
  store: Pick<InstanceStore, 'takeDue'>,
  stopping: Stopping,
  provider: Pick<ProviderState, 'answers' | 'seemsDown'>,
) => {
  const failures = new Map<string, number>()
  const failed = new Set<string>()
  const workers = new Set<Promise<void>>()

  const report = (row: StoppingContainer, error: unknown): void => {
    const count = (failures.get(row.id) ?? 0) + 1
    failures.set(row.id, count)
    if (count !== 2) return
    journal.failed(`Couldn't stop expired instance ${logId(row)}`, error)
  }

  // False if nothing can be stopped now, which is not this container's fault.
  const stop = async (row: DueContainer): Promise<boolean> => {
    // An instance that never ran was reported when its start failed.
    if (row.ran) journal.write(stopped(row))
    try {
      await stopping.stopTaken(row)
      failures.delete(row.id)
    } catch (error) {
      const again = failed.has(row.id)
      failed.add(row.id)
      if (!(await provider.answers())) return false
      if (!again) report(row, error)
    }
    return true
  }

  // The next one looks once this one has found something: mostly, nothing is due.
  const work = async (signal: AbortSignal, hire: () => void): Promise<void> => {
    while (!signal.aborted) {
      const row = await store.takeDue(stopping.span(), [...failed])
      if (row === undefined) return
      hire()
      if (!(await stop(row))) return
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    await stopping.cancelUnwanted()
    if (provider.seemsDown() && !(await provider.answers())) return
    failed.clear()
    // The job may not wait until all have stopped.
    await new Promise<void>((resolve, reject) => {
      const hire = (): void => {
        // An earlier sweep that hangs at one container keeps one worker, not the others.
        if (workers.size >= stopsAtOnce) return
        const worker = work(signal, hire)
          .catch(reject)
          .finally(() => workers.delete(worker))
        workers.add(worker)
      }
      hire()
      void allDone(workers).then(resolve)
    })
  }
}

const allDone = async (workers: ReadonlySet<Promise<unknown>>): Promise<void> => {
  while (workers.size > 0) await Promise.all(workers)
}

const stopped = (row: DueContainer): JournalEntry => ({
  message: `${describeInstance(row)} ${row.wanted ? 'expired' : 'stopped, since it can no longer be played'}`,
  status: 'Success',
  name: 'System',
})

export type Sweep = ReturnType<typeof createSweep>

// Changes to these may take away what instances were started for.
const taking: ReadonlySet<GamePart> = new Set(['setup', 'teams', 'purge'])
const soonMs = 100

export const onGameChange = (
  { ledger }: Pick<Core, 'ledger'>,
  sweep: Sweep,
  onError: (error: unknown) => void,
) => {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const look = (): void => {
    timer = undefined
    running = running.then(() => sweep(stopping.signal)).catch(onError)
  }
  const stop = ledger.listen(({ parts }) => {
    if (timer === undefined && parts.some((part) => taking.has(part)))
      timer = setTimeout(look, soonMs).unref()
  })

  return {
    close(): void {
      stop()
      clearTimeout(timer)
      stopping.abort()
    },
  }
}
