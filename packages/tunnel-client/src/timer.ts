/** Returns a function that cancels the call. */
export type After = (ms: number, call: () => void) => () => void

export const pause = (ms: number, after: After, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const give = (): void => {
      callOff()
      reject(signal.reason)
    }
    const callOff = after(ms, () => {
      signal.removeEventListener('abort', give)
      resolve()
    })
    signal.addEventListener('abort', give, { once: true })
  })
