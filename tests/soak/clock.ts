import { setTimeout as wait } from 'node:timers/promises'

export type DayClock = {
  /** Milliseconds of the day that have been played. */
  now(): number
  until(moment: number): Promise<void>
  /** Nothing new begins meanwhile. */
  paused<T>(work: () => Promise<T>): Promise<T>
}

const lookEveryMs = 250

export const createDayClock = (): DayClock => {
  const began = performance.now()
  let pausedMs = 0
  let since: number | null = null
  const now = (): number => (since ?? performance.now()) - began - pausedMs
  return {
    now,
    async until(moment) {
      while (since !== null || now() < moment)
        await wait(since === null ? Math.min(moment - now(), lookEveryMs) : lookEveryMs)
    },
    async paused(work) {
      since = performance.now()
      try {
        return await work()
      } finally {
        pausedMs += performance.now() - since
        since = null
      }
    },
  }
}
