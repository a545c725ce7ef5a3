/** Wakes the one who waits for it, also when it was rung before. */
export type Bell = {
  ring(): void
  /** Resolves when it is rung, or after that time; rejects when the signal aborts. */
  rung(signal: AbortSignal, withinMs: number): Promise<void>
}

export function createBell(): Bell {
  let isRung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      isRung = true
      wake?.()
    },
    rung: (signal, withinMs) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => finish(() => reject(signal.reason))
        const finish = (settle: () => void): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          wake = null
          isRung = false
          settle()
        }
        const timer = setTimeout(() => finish(resolve), withinMs)
        wake = () => finish(resolve)
        if (signal.aborted) onAbort()
        else if (isRung) wake()
        else signal.addEventListener('abort', onAbort, { once: true })
      }),
  }
}
