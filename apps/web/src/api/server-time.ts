/** What the server's clock says, as far as its answers tell. */
export type ServerTime = {
  /** The header `Date` of an answer, between two readings of our own clock. */
  observe(date: string | null, sentAt: number, receivedAt: number): void
  /** Milliseconds that the server's clock is ahead of ours. */
  offset(): number
  now(): number
}

type Range = { low: number; high: number }

const resolution = 1000

/**
 * Each answer says: at some moment between sending and receiving, the server's clock stood within the second
 * that `Date` names. That bounds the offset from both sides, and every further answer narrows the bounds. When
 * they contradict each other one of the clocks has been set, and only the latest answer counts.
 */
export const createServerTime = (localNow: () => number): ServerTime => {
  let known: Range | null = null

  const offset = (): number => (known === null ? 0 : Math.round((known.low + known.high) / 2))

  return {
    observe(date, sentAt, receivedAt) {
      const second = date === null ? Number.NaN : Date.parse(date)
      if (Number.isNaN(second)) return
      const seen: Range = { low: second - receivedAt, high: second + resolution - sentAt }
      const both: Range =
        known === null ? seen : { low: Math.max(known.low, seen.low), high: Math.min(known.high, seen.high) }
      known = both.low <= both.high ? both : seen
    },
    offset,
    now: () => localNow() + offset(),
  }
}
