import pLimit from 'p-limit'
import type { Core } from '../../core/core.ts'
import type { ContainerEnd, FoundContainer } from '../../ports/containers.ts'
import type { Stopping } from './stop.ts'
import { describeWithoutId } from './log.ts'
import type { ProviderState } from './provider-state.ts'
import type { InstanceStore } from './store.ts'
import { stopsAtOnce, type Sweep } from './sweep.ts'

type Known = Awaited<ReturnType<InstanceStore['known']>>[number]

export const createReconciliation = (
  { containers, journal }: Pick<Core, 'containers' | 'journal'>,
  store: Pick<InstanceStore, 'known' | 'takeRunning' | 'noteEnd'>,
  stopping: Pick<Stopping, 'span' | 'stopTaken'>,
  provider: Pick<ProviderState, 'list' | 'answers'>,
  sweep: Sweep,
) => {
  const vanish = async (runtimeId: string, end: ContainerEnd): Promise<void> => {
    const span = stopping.span()
    const row = await store.takeRunning(runtimeId, span)
    if (row === undefined) return
    // Without its id, so that an instance that ends again and again is one record with a count.
    journal.write({
      level: 'Warning',
      message: `${describeWithoutId(row)} ended on its own: ${wordsOf(end)}`,
      name: 'System',
    })
    await store.noteEnd(row, end, span.now)
    // A container that can't be removed now stays due, and the sweep reports it.
    await stopping.stopTaken(row).catch(() => undefined)
  }

  const removeStray = async (runtimeId: string): Promise<void> => {
    try {
      await containers.destroy(runtimeId)
      const message = `A container that belongs to no instance was removed (${runtimeId})`
      journal.write({ level: 'Warning', message, name: 'System' })
    } catch (error) {
      if (!(await provider.answers())) return
      const message = `Couldn't remove a container that belongs to no instance (${runtimeId})`
      journal.failed(message, error)
    }
  }

  const unknownAmong = async (found: readonly FoundContainer[]): Promise<readonly FoundContainer[]> => {
    if (found.length === 0) return found
    const rows = new Map((await store.known()).map((row) => [row.id, row]))
    return found.filter(({ id, runtimeId }) => {
      const row = id === null ? undefined : rows.get(id)
      return row === undefined || (row.runtime_id !== null && row.runtime_id !== runtimeId)
    })
  }

  // A row exists before its container and until after it. A listed container without a row may have lost both
  // since; one that is still there after the look-up belongs to no row.
  const strays = async (found: readonly FoundContainer[]): Promise<string[]> => {
    const unknown = await unknownAmong(found)
    if (unknown.length === 0) return []
    const left = new Set((await provider.list())?.map(({ runtimeId }) => runtimeId))
    return unknown.flatMap(({ runtimeId }) => (left.has(runtimeId) ? [runtimeId] : []))
  }

  const compare = async (
    before: readonly Known[],
    found: readonly FoundContainer[],
    signal: AbortSignal,
  ): Promise<void> => {
    const there = new Map(found.map((one) => [one.runtimeId, one]))
    const vanished = before.flatMap(({ status, runtime_id: runtimeId }) =>
      status === 'Running' && runtimeId !== null && there.get(runtimeId)?.running !== true ? [runtimeId] : [],
    )
    const seeOff = (runtimeId: string): Promise<void> =>
      vanish(runtimeId, there.get(runtimeId)?.end ?? { reason: 'Removed', exitCode: null })
    const limit = pLimit(stopsAtOnce)
    const unlessAborted =
      (work: (runtimeId: string) => Promise<void>) =>
      async (runtimeId: string): Promise<void> => {
        if (!signal.aborted) await work(runtimeId)
      }
    await limit.map(vanished, unlessAborted(seeOff))
    await limit.map(await strays(found), unlessAborted(removeStray))
  }

  return {
    vanish,

    /** Reads the rows before it asks the provider, so that what starts in between isn't missed there. */
    async reconcile(signal: AbortSignal): Promise<void> {
      if (containers.kind === 'none') return sweep(signal)
      const before = await store.known()
      const found = await provider.list()
      if (found === null) return
      await sweep(signal)
      await compare(before, found, signal)
    },
  }
}

const reasons: Readonly<Record<ContainerEnd['reason'], string>> = {
  Exited: 'its service exited',
  Killed: 'it was killed',
  OutOfMemory: 'it ran out of memory',
  Removed: 'its container was removed',
  Evicted: 'its node ended it',
}

const wordsOf = ({ reason, exitCode }: ContainerEnd): string =>
  `${reasons[reason]}${exitCode === null ? '' : ` (exit code ${exitCode})`}`
