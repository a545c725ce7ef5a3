import type { Journal } from '../../telemetry/journal.ts'
import { atOnce } from './at-once.ts'
import type { Ending } from './end.ts'
import { logId } from './log-id.ts'
import type { EndingContainer, EndStore } from './store-end.ts'

type Needs = { store: Pick<EndStore, 'takeDue' | 'release'>; ending: Ending; journal: Journal }

/** Stopping one takes seconds; this many are stopped at once. */
export const stopsAtOnce = 4

/** Stops what is due. What cannot be stopped now is tried again the next time, and complained of once. */
export const createSweep = ({ store, ending, journal }: Needs) => {
  const complained = new Set<string>()

  const fail = (row: EndingContainer, error: unknown): void => {
    if (complained.has(row.id)) return
    complained.add(row.id)
    journal.write({
      level: 'Error',
      message: `Expired instance ${logId(row)} could not be stopped`,
      name: 'System',
      error,
    })
  }

  /** Answers those that are still there. */
  const stopAll = async (rows: readonly EndingContainer[], signal: AbortSignal): Promise<string[]> => {
    const left = new Set(rows.map(({ id }) => id))
    const failed = new Set<string>()
    const stop = async (row: EndingContainer): Promise<void> => {
      try {
        await ending.stop(row)
        left.delete(row.id)
      } catch (error) {
        failed.add(row.id)
        fail(row, error)
      }
    }
    await atOnce(stopsAtOnce, rows, stop, signal)
    const untouched = [...left].filter((id) => !failed.has(id))
    if (untouched.length > 0) await store.release(untouched)
    return [...left]
  }

  const sweep = async (signal: AbortSignal): Promise<void> => {
    await ending.cancelUnwanted()
    const left: string[] = []
    while (!signal.aborted) {
      const rows = await store.takeDue(ending.span(), stopsAtOnce, left)
      if (rows.length === 0) break
      left.push(...(await stopAll(rows, signal)))
    }
    for (const id of complained) if (!left.includes(id)) complained.delete(id)
  }

  // One after the other: what another has taken looks as if it were gone.
  let last: Promise<unknown> = Promise.resolve()
  return (signal: AbortSignal): Promise<void> => {
    const next = last.then(() => sweep(signal))
    last = next.catch(() => undefined)
    return next
  }
}

export type Sweep = ReturnType<typeof createSweep>
