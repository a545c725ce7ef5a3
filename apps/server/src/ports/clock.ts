export type Clock = {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number
}
