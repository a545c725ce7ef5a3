import type { Site } from './address.ts'

export type VisitJob = { visitors: readonly { site: Site; requests: readonly string[] }[] }

export type VisitResult = {
  tookMs: number
  /** In milliseconds, of all requests. */
  latencies: Float64Array
  slowest: { ms: number; request: string }
  refused: readonly string[]
  /** Blank for none. */
  cookies: readonly string[]
}
