/** A wake that nobody waits for is kept for the next wait. */
export type Wakeup = {
  wake(): void
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
