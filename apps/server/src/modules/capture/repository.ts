import type { Readable } from 'node:stream'
import { captureFolder, captureKey, captureRefOf, type CaptureRef } from '@pennant/rules/capture/ref'
import type { Core } from '../../core/core.ts'
import type { GrowingCaptures } from '../../relay/captures.ts'

export type Capture = {
  readonly ref: CaptureRef
  readonly size: number
  readonly modified: Date
}

export const createRepository = ({ blobs }: Pick<Core, 'blobs'>, growing: GrowingCaptures) => {
  const open = async (
    { ref, size }: Capture,
    part?: { start: number; end: number },
  ): Promise<Readable | null> => {
    // The stored file begins with what could be read while it grew.
    const range = part ?? { start: 0, end: size - 1 }
    const here = growing.list(ref.challengeId).find((each) => captureKey(each.ref) === captureKey(ref))
    return (await here?.open(range)) ?? blobs.get(captureKey(ref), range)
  }

  return {
    open,

    /** Newest first. */
    async list(challengeId: number, participationId?: number): Promise<Capture[]> {
      const found = new Map<string, Capture>()
      for await (const { key, size, modified } of blobs.list(captureFolder(challengeId, participationId))) {
        const ref = captureRefOf(key)
        if (ref !== null && size > 0) found.set(key, { ref, size, modified })
      }
      for (const { ref, size, modified } of growing.list(challengeId))
        if (participationId === undefined || ref.participationId === participationId)
          found.set(captureKey(ref), { ref, size, modified })
      return [...found.values()].toSorted((a, b) => b.modified.getTime() - a.modified.getTime())
    },

    async delete(ref: CaptureRef): Promise<void> {
      await growing.discard(ref)
      await blobs.delete(captureKey(ref))
    },
  }
}

export type Repository = ReturnType<typeof createRepository>
