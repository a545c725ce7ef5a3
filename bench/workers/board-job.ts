import type { Site } from '@pennant/load/address'

export type BoardJob = {
  site: Site
  database: string
  gameId: number
  solves: readonly string[]
  read: string
  everyMs: number
}

/** In milliseconds. */
export type BoardResult = {
  submissions: Float64Array
  reads: Float64Array
  /** For how long there had been something newer when each read was sent. */
  ages: Float64Array
  bytes: number
}
