export type SubmitPlayer = {
  port: number
  cookie: string
  paths: readonly string[]
  /** Each is given once, in order, by any player: single teams would run out of them. */
  right: readonly { path: string; flag: string; cookie: string }[]
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
