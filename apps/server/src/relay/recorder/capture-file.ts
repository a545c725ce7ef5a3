import { Readable } from 'node:stream'
import { captureKey, type CaptureRef } from '@pennant/rules/capture/ref'
import type { BlobStore } from '../../ports/blob.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { gzipMember } from './gzip-member.ts'
import { NoDiskSpace, type DiskSpace } from './disk-space.ts'
import { type Spool, SpoolLost } from './spool.ts'

export type Limit = <T>(work: () => Promise<T>) => Promise<T>

export type FileNeeds = {
  spool: Spool
  blobs: Pick<BlobStore, 'put' | 'delete'>
  target: DiskSpace
  clock: Clock
  budget: MemoryBudget
  writing: Limit
  storing: Limit
  onWritten: () => void
  onWriteFault: (error: unknown) => void
  onStoreFault: (error: unknown) => void
}

const overhead = 128
const plenty = 256 * 1024
const mostAtOnce = 1024 * 1024
const growth = 1.25
const copyAfterMs = { grown: 5_000, anyhow: 60_000, perByte: 1 / 1024 }

export const createCaptureFile = (
  ref: CaptureRef,
  needs: FileNeeds,
  found?: { size: number; modified: Date },
) => {
  const { spool, blobs, target, clock, budget } = needs
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let packed: { member: Buffer; cost: number }[] = []
  let held = 0
  let size = found?.size ?? 0
  let modified = found?.modified ?? new Date(clock.now())
  let lost = 0
  let gone = false
  let writing: Promise<void> | null = null
  let storing: Promise<void> | null = null
  let copied = { size: 0, at: clock.now() }

  const release = (cost: number): void => {
    held -= cost
    budget.give(cost)
  }
  const forsake = (): void => {
    gone = true
    pending = []
    pendingBytes = 0
    packed = []
    release(held)
  }

  const takeBatch = (): { records: Uint8Array[]; cost: number } => {
    let bytes = 0
    let count = 0
    while (count < pending.length && bytes < mostAtOnce) bytes += pending[count++]?.length ?? 0
    const records = pending.splice(0, count)
    pendingBytes -= bytes
    return { records, cost: bytes + count * overhead }
  }

  const packSome = async (): Promise<void> => {
    if (gone || pending.length === 0) return
    const { records, cost } = takeBatch()
    const member = await gzipMember(records).catch((error: unknown) => {
      lost += records.length
      if (!gone) release(cost)
      throw error
    })
    if (!gone) packed.push({ member, cost })
  }

  const writeSome = async (): Promise<void> => {
    if (packed.length === 0) await packSome()
    const [first] = packed
    if (gone || first === undefined) return
    const { member, cost } = first
    await spool.append(ref, size, member)
    if (gone) return
    packed.shift()
    size += member.length
    modified = new Date(clock.now())
    release(cost)
    needs.onWritten()
  }

  // Data that is just being compressed is in neither of the two.
  const isWritten = (): boolean => writing === null && packed.length === 0 && pending.length === 0

  const write = (step = writeSome): Promise<void> => {
    writing ??= needs.writing(step).finally(() => {
      writing = null
    })
    return writing
  }

  const flush = (): void => {
    if (writing !== null || gone || isWritten()) return
    write().then(
      () => {
        if (pendingBytes >= plenty) flush()
      },
      (error: unknown) => {
        if (error instanceof SpoolLost) forsake()
        needs.onWriteFault(error)
      },
    )
  }

  const drain = async (): Promise<void> => {
    while (!gone && !isWritten()) await write()
  }

  // Packets that the spool has no room for go to the storage from memory.
  const drainOrPack = async (): Promise<void> => {
    try {
      await drain()
    } catch (error) {
      if (!(error instanceof NoDiskSpace)) throw error
      while (!gone && pending.length > 0)
        await write(packSome).catch((again: unknown) => {
          if (!(again instanceof NoDiskSpace)) throw again
        })
    }
  }

  const spooled = async (bytes: number): Promise<Readable> => {
    if (bytes === 0) return Readable.from([])
    const stream = await spool.read(ref, { start: 0, end: bytes - 1 })
    if (stream === null) throw new SpoolLost(`the capture ${ref.name} was deleted before it was stored`)
    return stream
  }

  const put = async (rest: readonly Buffer[]): Promise<void> => {
    const state = { size, at: clock.now() }
    const all = rest.reduce((sum, { length }) => sum + length, state.size)
    if (all === 0 || gone) return
    await target.spend(all, async () => {
      const beginning = await spooled(state.size)
      await blobs.put(captureKey(ref), rest.length === 0 ? beginning : joined(beginning, rest), all)
    })
    copied = state
  }

  // One at a time: an older state must not replace a newer one.
  const store = async (work: () => Promise<void>): Promise<void> => {
    while (storing !== null) await storing.catch(() => undefined)
    storing = needs.storing(work).finally(() => {
      storing = null
    })
    await storing
  }

  return {
    ref,
    get isGone(): boolean {
      return gone
    },
    get size(): number {
      return size
    },
    get modified(): Date {
      return modified
    },
    get lost(): number {
      return lost
    },

    /** False when too much waits: then nothing of it is kept. */
    offer(records: Uint8Array, { urgent, packets }: { urgent: boolean; packets: number }): boolean {
      const cost = records.length + overhead
      if (gone || !budget.take(held, cost, urgent)) {
        lost += packets
        return false
      }
      held += cost
      pending.push(records)
      pendingBytes += records.length
      if (pendingBytes >= plenty) flush()
      return true
    },

    flush,

    drain,

    copyIfDue(): void {
      const waited = clock.now() - copied.at
      const anyhow = Math.max(copyAfterMs.anyhow, size * copyAfterMs.perByte)
      const due = waited >= (size >= copied.size * growth ? copyAfterMs.grown : anyhow)
      if (due && size > copied.size && storing === null && !gone)
        store(() => put([])).catch(needs.onStoreFault)
    },

    /** Throws when storing fails; everything is still there then. */
    async finish(): Promise<void> {
      try {
        await drainOrPack()
        await store(() => put(packed.map(({ member }) => member)))
      } catch (error) {
        if (error instanceof SpoolLost) forsake()
        throw error
      }
      if (gone) return
      forsake()
      // A later write would be stored over the whole at the next start.
      await writing?.catch(() => undefined)
      await spool.remove(ref)
    },

    async discard(): Promise<void> {
      forsake()
      await Promise.allSettled([writing, storing])
      await spool.remove(ref)
      await blobs.delete(captureKey(ref))
    },

    open: (range: { start: number; end: number }): Promise<Readable | null> => spool.read(ref, range),
  }
}

async function* joinedParts(beginning: Readable, rest: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* beginning
  yield* rest
}

const joined = (beginning: Readable, rest: readonly Buffer[]): Readable =>
  Readable.from(joinedParts(beginning, rest), { objectMode: false })

export type CaptureFile = ReturnType<typeof createCaptureFile>
