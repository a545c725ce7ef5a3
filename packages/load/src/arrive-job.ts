import type { Site } from './address.ts'

export type Arrival = {
  headers: Record<string, string>
  /** Read before the login. */
  before: readonly string[]
  who: { cookie: string } | { userName: string; password: string }
  /** Read after it. */
  after: readonly string[]
}

export type ArriveJob = {
  site: Site
  everyMs: number
  gameId: number
  people: readonly Arrival[]
}

export type ArriveResult = {
  /** In milliseconds, of all requests, logins and the openings of live updates included. */
  latencies: Float64Array
  slowest: { ms: number; what: string }
  /** With their status, 0 for a lost connection. */
  refused: readonly string[]
  connected: number
}
