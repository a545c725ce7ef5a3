/** Between asking a service to stop and killing it. */
export const graceSeconds = 2

/** How long this provider waits for what. */
export type Pace = {
  /** Before a call is made once more; three times as long after each further failure. */
  readonly pauseMs: number
  /** How long a node gets to stop a service, with the grace of the service itself. */
  readonly endsWithinMs: number
  /** A service that does not listen by then is slow, or listens in another way. */
  readonly listenWithinMs: number
  /** How long it has to live where nobody may find out whether it listens. */
  readonly settleMs: number
}

export const usualPace: Pace = {
  pauseMs: 200,
  endsWithinMs: graceSeconds * 1000 + 10_000,
  listenWithinMs: 5000,
  settleMs: 1500,
}
