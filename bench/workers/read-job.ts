/** The same request again and again, from so many connections at once. */
export type ReadJob = {
  port: number
  connections: number
  request: string
  expected: number
  warmUpMs: number
  measureMs: number
}

export type ReadResult = {
  /** From the first to the last, the warm-up included. */
  answers: number
  perSecond: number
  /** In milliseconds. */
  latencies: Float64Array
}
