/** One connection each: the requests one after the other, everybody at once. */
export type VisitJob = { visitors: readonly { port: number; requests: readonly string[] }[] }

export type VisitResult = {
  tookMs: number
  /** In milliseconds, of all requests. */
  latencies: Float64Array
  slowest: { ms: number; request: string }
  /** What was not answered with 200: the status and the first line of the request. */
  refused: readonly string[]
  /** The cookie that every visitor was given; blank for none. */
  cookies: readonly string[]
}
