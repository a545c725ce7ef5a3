import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { untilAborted, untilStalled } from '../kit/timeout.ts'
import type { BlobStore } from '../ports/blob.ts'

export type Pace = {
  signal: AbortSignal
  /** Null: as fast as it goes. */
  bytesPerSecond: number | null
  /** Without a byte that the target has taken. */
  stalledAfterMs?: number | undefined
}

const usualStallMs = 300_000

export class Stalled extends Error {
  override readonly name = 'Stalled'
}

/** Also ends, with an error, when the target hangs so that it hears of nothing. */
export const putSteadily = async (
  target: Pick<BlobStore, 'put'>,
  name: string,
  portions: AsyncIterable<Uint8Array>,
  { signal, bytesPerSecond, stalledAfterMs = usualStallMs }: Pace,
): Promise<void> => {
  const givingUp = new AbortController()
  const either = AbortSignal.any([signal, givingUp.signal])
  await untilStalled(
    stalledAfterMs,
    (progress) => {
      const source = Readable.from(paced(portions, bytesPerSecond, either, progress), { signal: either })
      source.on('error', () => undefined)
      return untilAborted(target.put(name, source), signal)
    },
    () => new Stalled(`Nothing could be written for ${stalledAfterMs / 1_000} s.`),
  ).catch((error: unknown) => {
    givingUp.abort(error)
    throw error
  })
}

async function* paced(
  portions: AsyncIterable<Uint8Array>,
  bytesPerSecond: number | null,
  signal: AbortSignal,
  progress: () => void,
): AsyncGenerator<Uint8Array> {
  const begun = performance.now()
  let bytes = 0
  for await (const portion of portions) {
    bytes += portion.length
    const early = bytesPerSecond === null ? 0 : (bytes / bytesPerSecond) * 1_000 - (performance.now() - begun)
    if (early > 1) await wait(early, undefined, { signal })
    progress()
    yield portion
  }
}
