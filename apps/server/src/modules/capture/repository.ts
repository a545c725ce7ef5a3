import type { Readable } from 'node:stream'
import { captureFolder, captureKey, capturePlace, type CapturePlace } from '@pennant/rules/capture/place'
import type { Core } from '../../core/core.ts'
import type { GrowingCaptures } from '../../relay/captures.ts'

export type Capture = {
  readonly place: CapturePlace
  readonly size: number
  readonly modified: Date
}

export const createRepository = ({ blobs }: Pick<Core, 'blobs'>, growing: GrowingCaptures) => {
  const open = async (
    { place, size }: Capture,
    part?: { start: number; end: number },
  ): Promise<Readable | null> => {
    // The stored file begins with what could be read while it grew.
    const range = part ?? { start: 0, end: size - 1 }
    const here = growing.list(place.challengeId).find((each) => captureKey(each.place) === captureKey(place))
    return (await here?.open(range)) ?? blobs.get(captureKey(place), range)
  }

  return {
    open,

    /** Newest first. */
    async list(challengeId: number, participationId?: number): Promise<Capture[]> {
      const found = new Map<string, Capture>()
      for await (const { key, size, modified } of blobs.list(captureFolder(challengeId, participationId))) {
        const place = capturePlace(key)
        if (place !== null && size > 0) found.set(key, { place, size, modified })
      }
      for (const { place, size, modified } of growing.list(challengeId))
        if (participationId === undefined || place.participationId === participationId)
          found.set(captureKey(place), { place, size, modified })
      return [...found.values()].toSorted((a, b) => b.modified.getTime() - a.modified.getTime())
    },

    async delete(place: CapturePlace): Promise<void> {
      await growing.discard(place)
      await blobs.delete(captureKey(place))
    },
  }
}

export type Repository = ReturnType<typeof createRepository>
