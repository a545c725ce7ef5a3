/** Wakes the one that waits. A wake while nobody waits is kept for the next. */
export type Wakeup = {
  wake(): void
  /** Returns at the next wake, after `ms`, or when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const createWakeup = (): Wakeup => {
  let isDue = false
  let settle: (() => void) | undefined
  return {
    wake() {
      isDue = true
      settle?.()
    },
    async wait(ms, signal) {
      if (!isDue && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          settle = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', settle, { once: true })
        }).finally(() => {
          if (settle !== undefined) signal.removeEventListener('abort', settle)
          settle = undefined
        })
      }
      isDue = false
    },
  }
}
