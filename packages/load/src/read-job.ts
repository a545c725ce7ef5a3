import type { Site } from './address.ts'

export type ReadJob = {
  site: Site
  connections: number
  /** In turn, over and over. */
  requests: readonly string[]
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
