import type { Readable } from 'node:stream'
import type { CapturePlace } from '@pennant/rules/capture/place'

/** What this process records, or has recorded and not stored yet. */
export type GrowingCaptures = {
  /** Of a challenge: all that can be read already. */
  list(challengeId: number): readonly GrowingCapture[]
  /**
   * Throws a capture away, also where another process records it; what goes on begins a new one. Throws when
   * it may still be there.
   */
  discard(place: CapturePlace): Promise<void>
}

export type GrowingCapture = {
  readonly place: CapturePlace
  readonly size: number
  readonly modified: Date
  /** `range` is inclusive at both ends. Null when it is stored or discarded by now. */
  open(range: { start: number; end: number }): Promise<Readable | null>
}
