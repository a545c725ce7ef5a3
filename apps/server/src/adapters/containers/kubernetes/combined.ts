/** Aborts when one of several signals does, or by itself after a time. */
export type Combined = {
  readonly signal: AbortSignal
  /** It was the time. */
  isLate(): boolean
  /** Those that live as long as the server must not collect what hangs on them. */
  end(): void
}

export function combined(signals: readonly (AbortSignal | undefined)[], ms?: number): Combined {
  const controller = new AbortController()
  const given = signals.filter((signal) => signal !== undefined)
  let isLate = false
  const onAbort = (): void => controller.abort(given.find(({ aborted }) => aborted)?.reason)
  const timer = setTimeout(() => {
    isLate = !controller.signal.aborted
    controller.abort(new Error('it took too long'))
  }, ms)
  if (ms === undefined) clearTimeout(timer)
  for (const signal of given) signal.addEventListener('abort', onAbort)
  if (given.some(({ aborted }) => aborted)) onAbort()
  return {
    signal: controller.signal,
    isLate: () => isLate,
    end() {
      clearTimeout(timer)
      for (const signal of given) signal.removeEventListener('abort', onAbort)
    },
  }
}
