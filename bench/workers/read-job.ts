export type ReadJob = {
  port: number
  connections: number
  request: string
  expected: number
  warmUpMs: number
  measureMs: number
}

export type ReadResult = {
  answers: number
  perSecond: number
  /** In milliseconds. */
  latencies: Float64Array
}
