/**
 * The last quarter of a minute up to twice as long: two generations, so that nothing is kept for each value. Processes
 * report as often (`heartbeat.ts`).
 */
const generationMs = 15_000

type Now = () => number

const createGenerations = <T>(fresh: () => T, now: Now) => {
  let current = fresh()
  let before = fresh()
  let since = now()
  const turn = (): void => {
    const passed = now() - since
    if (passed < generationMs) return
    before = passed < 2 * generationMs ? current : fresh()
    current = fresh()
    since = now()
  }
  return {
    current(): T {
      turn()
      return current
    },
    both(): readonly [T, T] {
      turn()
      return [before, current]
    },
  }
}

export const createRecentWorst = (now: Now = () => performance.now()) => {
  const generations = createGenerations(() => ({ worst: 0 }), now)
  return {
    note(value: number): void {
      const current = generations.current()
      if (value > current.worst) current.worst = value
    },
    worst: (): number => Math.max(...generations.both().map(({ worst }) => worst)),
  }
}

// Each bucket reaches a quarter further than the one before: from a tenth of a millisecond to a minute.
const leastMs = 0.1
const growth = 1.25
const buckets = 60

export const createRecentTimes = (now: Now = () => performance.now()) => {
  const generations = createGenerations(() => new Uint32Array(buckets), now)
  return {
    note(ms: number): void {
      const counts = generations.current()
      const bucket = ms <= leastMs ? 0 : Math.ceil(Math.log(ms / leastMs) / Math.log(growth))
      const index = Math.min(buckets - 1, bucket)
      counts[index] = (counts[index] ?? 0) + 1
    },

    /** The upper end of its bucket; null if there was nothing. */
    percentile(share: number): number | null {
      const [before, current] = generations.both()
      const counts = before.map((count, index) => count + (current[index] ?? 0))
      const total = counts.reduce((sum, count) => sum + count, 0)
      if (total === 0) return null
      const rank = Math.min(total - 1, Math.floor(total * share))
      let bucket = 0
      for (let seen = counts[0] ?? 0; seen <= rank; seen += counts[bucket] ?? 0) bucket++
      return leastMs * growth ** bucket
    },
  }
}
