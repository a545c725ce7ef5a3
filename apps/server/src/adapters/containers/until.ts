/** Waits for `work` until `signal` says otherwise; the work goes on then, and nobody hears of its end. */
export const until = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

/**
 * A signal that also comes by itself after `ms`, with `late` as its reason. To be ended when it is not needed:
 * whatever still listens to it is stopped then, too.
 */
export const limited = (
  signal: AbortSignal,
  ms: number,
  late: () => Error,
): { signal: AbortSignal; end(): void } => {
  const controller = new AbortController()
  const stop = (): void => controller.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => controller.abort(late()), ms)
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      controller.abort(new Error('It is over'))
    },
  }
}

/** `over` rejects some time after `signal` has come. To be ended when it is not needed. */
export const patienceAfter = (signal: AbortSignal, ms: number): { over: Promise<never>; end(): void } => {
  let timer: NodeJS.Timeout | undefined
  let begin = (): void => undefined
  const over = new Promise<never>((_resolve, reject) => {
    begin = () => {
      timer = setTimeout(() => reject(signal.reason), ms)
    }
  })
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return {
    over,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', begin)
    },
  }
}
