import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { captureKey, captureName, type CaptureRef } from '@pennant/rules/capture/ref'
import type { BlobStore } from '../../ports/blob.ts'
import type { Bus } from '../../ports/bus.ts'
import type { GrowingCaptures } from '../captures.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Recorder } from '../target.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { createMemoryBudget } from './memory-budget.ts'
import { createCaptureFile, type CaptureFile, type FileNeeds, type Limit } from './capture-file.ts'
import { createFaultNote } from './fault-note.ts'
import { createContainerCapture, type ContainerCapture } from './container-capture.ts'
import { NoDiskSpace, type DiskSpace } from './disk-space.ts'
import { createSpool } from './spool.ts'

type Needs = {
  folder: string
  blobs: BlobStore
  bus: Bus
  clock: Clock
  journal: Journal
  copies: boolean
  spaces: { spool: DiskSpace; target: DiskSpace }
  limits: { writing: Limit; storing: Limit }
  roundMs?: number
  closeMs?: number
  /** Bytes that may wait to be written. */
  memory?: { perFile: number; inAll: number }
}

export type TrafficRecorder = Recorder & {
  readonly growing: GrowingCaptures
  recover(): Promise<void>
  /** The next start stores what is left after the time limit. */
  close(): Promise<void>
}

const usualRoundMs = 1_000
// A player who returns within this time continues the same file.
const idleMs = 30_000
const retryMs = 10_000
const usualCloseMs = 3_000
const discarded = 'capture.discarded'

export const createRecorder = (needs: Needs): TrafficRecorder => {
  const { blobs, bus, clock, journal, limits, spaces } = needs
  const spool = createSpool(needs.folder, spaces.spool)
  const containers = new Map<string, ContainerCapture>()
  const files = new Map<string, CaptureFile>()
  const ended = new Map<CaptureFile, number>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let stopped = false

  const writeFault = createFaultNote(journal, clock, "Traffic can't be captured at the moment")
  const storeFault = createFaultNote(journal, clock, "Traffic captures can't be stored at the moment")
  const unlessStopped =
    (limit: Limit): Limit =>
    (work) =>
      limit(() => (stopped ? Promise.reject(new Error('the server stops')) : work()))

  const fileNeeds: FileNeeds = {
    spool,
    blobs,
    target: spaces.target,
    clock,
    budget: createMemoryBudget(needs.memory),
    writing: unlessStopped(limits.writing),
    storing: unlessStopped(limits.storing),
    onWritten: writeFault.over,
    onWriteFault: (error) => {
      if (!stopped) writeFault.note(error)
    },
    onStoreFault: (error) => {
      if (!stopped) storeFault.note(error)
    },
  }

  const keep = (ref: CaptureRef, found?: { size: number; modified: Date }): CaptureFile => {
    const file = createCaptureFile(ref, fileNeeds, found)
    files.set(captureKey(ref), file)
    wake()
    return file
  }

  const forget = (file: CaptureFile): void => {
    ended.delete(file)
    if (files.delete(captureKey(file.ref)) && file.lost > 0)
      journal.write({
        level: 'Warning',
        message: `Capture ${file.ref.name} lacks ${file.lost} packets: there was no room for them`,
        name: 'System',
      })
  }

  const store = async (file: CaptureFile): Promise<void> => {
    ended.set(file, Infinity)
    try {
      await file.finish()
      storeFault.over()
    } catch (error) {
      fileNeeds.onStoreFault(error)
    }
    if (file.isGone) forget(file)
    else ended.set(file, clock.now() + retryMs)
  }

  const finish = async (containerId: string): Promise<void> => {
    const file = containers.get(containerId)?.end() ?? null
    containers.delete(containerId)
    if (file !== null && !file.isGone) await store(file)
  }

  const round = async (): Promise<void> => {
    for (const [id, { idleMs: idle }] of containers) if (idle >= idleMs) void finish(id)
    const scarce = await spaces.spool.isScarce()
    if (scarce) writeFault.note(new NoDiskSpace())
    const now = clock.now()
    for (const file of files.values()) {
      if (file.isGone) forget(file)
      else if ((ended.get(file) ?? Infinity) <= now) void store(file)
      else {
        if (!scarce) file.flush()
        if (needs.copies && !ended.has(file)) file.copyIfDue()
      }
    }
  }

  function wake(): void {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      round()
        .catch((error: unknown) => writeFault.note(error))
        .finally(() => {
          timer = undefined
          if (files.size > 0 || containers.size > 0) wake()
        })
    }, needs.roundMs ?? usualRoundMs)
    timer.unref()
  }

  const discardHere = async (ref: CaptureRef): Promise<void> => {
    const file = files.get(captureKey(ref))
    if (file === undefined) return
    await file.discard()
    if (files.get(captureKey(ref)) === file) forget(file)
  }
  const unsubscribe = bus.subscribe<CaptureRef>(discarded, (ref) => {
    discardHere(ref).catch(storeFault.note)
  })

  return {
    begin(target, facts, client, server) {
      if (closed) return { toServer: () => undefined, toClient: () => undefined, end: () => undefined }
      let container = containers.get(target.id)
      if (container === undefined) {
        const { challengeId, participationId } = facts
        container = createContainerCapture(clock, facts, () =>
          keep({ challengeId, participationId, name: captureName(target.id, connectionId(clock.now())) }),
        )
        containers.set(target.id, container)
      }
      return container.begin(client, server)
    },

    finish,

    growing: {
      list: (challengeId) =>
        [...files.values()]
          .filter(({ ref, size, isGone }) => ref.challengeId === challengeId && size > 0 && !isGone)
          .map((file) => ({
            ref: file.ref,
            size: file.size,
            modified: file.modified,
            open: file.open,
          })),
      async discard(ref) {
        await discardHere(ref)
        bus.publish(discarded, ref)
      },
    },

    async recover() {
      const known = (ref: CaptureRef): boolean => files.has(captureKey(ref))
      for await (const { ref, size, modified } of spool.recover(known)) {
        if (closed) return
        await store(keep(ref, { size, modified }))
      }
    },

    async close() {
      if (closed) return
      closed = true
      clearTimeout(timer)
      unsubscribe()
      for (const container of containers.values()) container.end()
      containers.clear()
      const all = [...files.values()].filter((file) => !file.isGone)
      const put = async (): Promise<void> => {
        // The spool survives the process; memory doesn't.
        await Promise.allSettled(all.map((file) => file.drain()))
        await Promise.all(all.map(store))
      }
      await Promise.race([put(), wait(needs.closeMs ?? usualCloseMs, undefined, { ref: false })])
      stopped = true
    },
  }
}

// Sorts by time.
const connectionId = (now: number): string =>
  Math.floor(now).toString(36).padStart(9, '0') +
  randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')
