import type { Readable } from 'node:stream'
import type { CaptureRef } from '@pennant/rules/capture/ref'

export type GrowingCaptures = {
  list(challengeId: number): readonly GrowingCapture[]
  /** Reaches captures of every process; what follows begins a new one. Throws when it may still exist. */
  discard(ref: CaptureRef): Promise<void>
}

export type GrowingCapture = {
  readonly ref: CaptureRef
  readonly size: number
  readonly modified: Date
  /** `range` is inclusive at both ends. Null once it is stored or discarded. */
  open(range: { start: number; end: number }): Promise<Readable | null>
}
