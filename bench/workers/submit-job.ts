/** One connection, logged in as one player. */
export type SubmitPlayer = {
  port: number
  cookie: string
  /** Where wrong answers go. */
  paths: readonly string[]
  /** Each is given once, in this order, by whoever can: teams that have solved nearly all run out of them. */
  right: readonly { path: string; flag: string; cookie: string }[]
}

/** Every player submits one flag after the other: of ten, nine are wrong. */
export type SubmitJob = { players: readonly SubmitPlayer[]; warmUpMs: number; measureMs: number }

export type SubmitResult = {
  perSecond: number
  /** In milliseconds. */
  latencies: Float64Array
  /** What the server has said it has taken, the warm-up included. */
  ids: Float64Array
  /** How many right answers each player has given. */
  given: readonly number[]
  /** Requests that were answered by a broken connection. */
  lost: number
}
