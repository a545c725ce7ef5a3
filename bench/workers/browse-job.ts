export type BrowseJob = {
  visitors: readonly { port: number; requests: readonly string[] }[]
  everyMs: number
  forMs: number
}

export type BrowseResult = {
  /** In milliseconds, from the planned time of the request. */
  latencies: Float64Array
  refused: readonly string[]
}
