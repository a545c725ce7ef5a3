import { askWithRetries, longestTimerMs } from '@pennant/contract/retry'
import { ApiProblem } from './problem.ts'

type Request = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  cache?: RequestCache | undefined
  signal: AbortSignal | undefined
  /** For all tries together. Null: no limit. A RangeError beyond what a timer can count. */
  timeoutMs: number | null
}

type Needs = {
  fetch: typeof globalThis.fetch
  observe: (response: Response, sentAt: number, receivedAt: number) => void
  localNow: () => number
  chance: () => number
}

export const createHttp =
  ({ fetch, observe, localNow, chance }: Needs) =>
  async (url: string, { timeoutMs, signal, body, cache, ...request }: Request): Promise<Response> => {
    if (timeoutMs !== null && timeoutMs > longestTimerMs)
      throw new RangeError(`timeoutMs is more than ${longestTimerMs}`)
    const late = timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)
    const ends = AbortSignal.any([signal, late].filter((one) => one !== undefined))
    const once = async (): Promise<Response> => {
      const sentAt = localNow()
      try {
        const response = await fetch(url, {
          ...request,
          ...(body === undefined ? {} : { body }),
          ...(cache === undefined ? {} : { cache }),
          signal: ends,
        })
        observe(response, sentAt, localNow())
        return response
      } catch (cause) {
        if (signal?.aborted === true) throw cause
        throw new ApiProblem(late?.aborted === true ? 'late' : 'unreachable', { cause })
      }
    }
    return askWithRetries({
      method: request.method,
      once,
      statusOf: ({ status }) => status,
      headerOf: ({ headers }, name) => headers.get(name),
      isBroken,
      now: localNow,
      deadline: localNow() + (timeoutMs ?? Number.POSITIVE_INFINITY),
      sleep: (ms) => sleep(ms, signal),
      chance,
      discard: ({ body: unread }) => unread?.cancel(),
    })
  }

export const isBroken = (error: unknown): boolean =>
  error instanceof ApiProblem && error.kind === 'unreachable'

export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer)
      reject(new DOMException('aborted', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give)
      resolve()
    }, ms)
    if (signal?.aborted === true) give()
    else signal?.addEventListener('abort', give, { once: true })
  })
