export type ManualTimers = {
  after(ms: number, call: () => void): () => void
  pass(ms: number): void
  waiting(ms: number): number
}

export const createManualTimers = (): ManualTimers => {
  let now = 0
  const due = new Set<{ at: number; ms: number; call: () => void }>()
  return {
    after(ms, call) {
      const timer = { at: now + ms, ms, call }
      due.add(timer)
      return () => void due.delete(timer)
    },
    pass(ms) {
      now += ms
      for (const timer of [...due].toSorted((a, b) => a.at - b.at))
        if (timer.at <= now && due.delete(timer)) timer.call()
    },
    waiting: (ms) => [...due].filter((timer) => timer.ms === ms).length,
  }
}
