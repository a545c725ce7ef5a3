export type Combined = {
  readonly signal: AbortSignal
  isLate(): boolean
  /** Required, or long-lived signals collect listeners. */
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
