export type VisitJob = { visitors: readonly { port: number; requests: readonly string[] }[] }

export type VisitResult = {
  tookMs: number
  /** In milliseconds, of all requests. */
  latencies: Float64Array
  slowest: { ms: number; request: string }
  refused: readonly string[]
  /** Blank for none. */
  cookies: readonly string[]
}
