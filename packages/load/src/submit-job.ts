import type { Site } from './address.ts'

export type SubmitPlayer = {
  site: Site
  /** Sent in turn. */
  wrong: readonly string[]
  /** Each is sent once, in order, by any player: single teams would run out of them. */
  right: readonly string[]
}

export type SubmitJob = { players: readonly SubmitPlayer[]; warmUpMs: number; measureMs: number }

export type SubmitResult = {
  perSecond: number
  /** In milliseconds. */
  latencies: Float64Array
  /** Includes the warm-up. */
  ids: Float64Array
  given: readonly number[]
  lost: number
}
