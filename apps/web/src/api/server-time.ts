export type ServerTime = {
  observe(date: string | null, sentAt: number, receivedAt: number): void
  /** Milliseconds that the server's clock is ahead. */
  offset(): number
  now(): number
}

type Range = { low: number; high: number }

const resolution = 1000

/** Each `Date` bounds the offset. When bounds contradict each other, a clock was set: the latest counts. */
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
