import type { Site } from './address.ts'

export type BrowseJob = {
  visitors: readonly { site: Site; requests: readonly string[] }[]
  everyMs: number
  forMs: number
}

export type BrowseResult = {
  /** In milliseconds, from the planned time of the request. */
  latencies: Float64Array
  refused: readonly string[]
}
