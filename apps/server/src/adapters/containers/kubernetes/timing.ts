export const graceSeconds = 2

export type Timing = {
  /** Before a call is repeated; three times as long after each further failure. */
  readonly pauseMs: number
  readonly endsWithinMs: number
  readonly listenWithinMs: number
  readonly settleMs: number
}

export const defaultTiming: Timing = {
  pauseMs: 200,
  endsWithinMs: graceSeconds * 1000 + 10_000,
  listenWithinMs: 5000,
  settleMs: 1500,
}
