/** Wakes whoever waits; a ring while nobody waits is kept for the next. */
export type Bell = {
  ring(): void
  /** Returns at the next ring, after `ms`, or when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const createBell = (): Bell => {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wake, { once: true })
        }).finally(() => {
          if (wake !== undefined) signal.removeEventListener('abort', wake)
          wake = undefined
        })
      }
      rung = false
    },
  }
}
