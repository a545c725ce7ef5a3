/** Players who each ask for a page now and then, at a steady pace, whatever the answers take. */
export type BrowseJob = {
  /** Each has a connection of their own, and asks for the pages in turn. */
  visitors: readonly { port: number; requests: readonly string[] }[]
  /** Between two questions of one of them. */
  everyMs: number
  forMs: number
}

export type BrowseResult = {
  /** In milliseconds, from when it was due to the answer. */
  latencies: Float64Array
  /** What was not answered with 200: the status and the first line of the request. */
  refused: readonly string[]
}
