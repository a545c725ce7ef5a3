/** As in `untilAborted`, the work continues after that, and its result is ignored. */
export const within = async <T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/** Gives up when `work` hasn't called `progress` for `ms`, however long all of it takes. */
export const untilStalled = <T>(
  ms: number,
  work: (progress: () => void) => Promise<T>,
  stalled: () => Error,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  return new Promise<T>((resolve, reject) => {
    const progress = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => reject(stalled()), ms)
    }
    progress()
    work(progress).then(resolve, reject)
  }).finally(() => clearTimeout(timer))
}

export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

export const settledWithin = async (ms: number, work: Iterable<Promise<unknown>>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.allSettled(work), limit])
  clearTimeout(timer)
}

type Timed<T> = { milliseconds: number } & ({ value: T } | { error: unknown })

/** What `timed` answers then. A timer can be early by a millisecond. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export const timed = async <T>(ms: number, work: () => Promise<T>): Promise<Timed<T>> => {
  const begun = performance.now()
  const end = (): number => Math.round(performance.now() - begun)
  try {
    const value = await within(ms, work(), () => new NoAnswer(`no answer within ${ms / 1000} s`))
    return { value, milliseconds: end() }
  } catch (error) {
    return { error, milliseconds: end() }
  }
}

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

export const timeoutAfter = (signal: AbortSignal, ms: number): { over: Promise<never>; end(): void } => {
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
